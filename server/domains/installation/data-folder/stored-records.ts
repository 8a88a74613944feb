import type { Clock } from "../../../lib/clock.ts";
import { instant, instantOrNull } from "../../../lib/instant.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import type { RecordBound, RecordKind, StoredRecords } from "./model.ts";
import { recentAnswer } from "./recent-answer.ts";
import type { MeasuredRecords } from "./record-worker.ts";

const worker = new URL("./record-worker.ts", import.meta.url);
/** A page that is opened again within this time gets the same numbers: sizes are read from every page of the file. */
const maxAgeMs = 60_000;

export interface StoredRecordService {
  describe(): Promise<StoredRecords>;
}

/** What the database keeps, counted on request in another thread. */
export function storedRecordService(deps: {
  file: string;
  /** How long each kind stays, as the part of the service that stores it has it. */
  bounds: Readonly<Record<RecordKind, readonly RecordBound[]>>;
  workers: Pick<WorkerPool, "run">;
  clock: Clock;
}): StoredRecordService {
  const { file, bounds, workers, clock } = deps;

  async function measure(now: number): Promise<StoredRecords> {
    const found = await workers.run<MeasuredRecords[]>({
      file: worker,
      name: "measureRecords",
      input: { file },
    });
    const records = found.map(({ oldestAt, ...record }) => ({
      ...record,
      oldest_at: instantOrNull(oldestAt),
      bounds: [...bounds[record.kind]],
    }));
    return { records, measured_at: instant(now) };
  }

  return { describe: recentAnswer({ clock, maxAgeMs }, measure) };
}
