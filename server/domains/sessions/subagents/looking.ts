import { Encoded } from "../../../http/mount.ts";
import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import type { PictureOf } from "../../transcripts/transcripts/index.ts";
import type { SubagentTranscript } from "./model.ts";
import { linesOf } from "./parts.ts";
import type { LargeSubagentRead } from "./reading-worker.ts";
import { rawParts, subagentReads } from "./reads.ts";
import type { SubagentRow, SubagentStore } from "./store.ts";
import { subagentView } from "./view.ts";

/** Text that is unpacked and written out within some ms; more is read on another thread. */
const largeBytes = 512 * 1024;
const worker = new URL("./reading-worker.ts", import.meta.url);

export interface LookingDeps {
  /** What the lines of a session's agents are written in. */
  runtimeOf(sessionId: number): string;
  readerOf(sessionId: number): TranscriptReader;
  workers: Pick<WorkerPool, "run">;
}

type Wanted =
  | { kind: "transcript" }
  | { kind: "timeline"; from: number }
  | { kind: "picture"; picture: PictureOf };

/** What people look at of one agent, however long its transcript is: never more than a moment of this thread's time. */
export function subagentLooking(
  deps: LookingDeps & { database: { sql: { name: string } } },
  store: SubagentStore,
  find: (reference: string, id: number) => SubagentRow,
) {
  const isLarge = ({ id }: SubagentRow): boolean => store.textBytes(id) > largeBytes;

  function away(row: SubagentRow, wanted: Wanted): Promise<Uint8Array[]> {
    const of = { agent: subagentView(row), runtime: deps.runtimeOf(row.sessionId) };
    const input: LargeSubagentRead & { file: string } = { ...wanted, ...of, file: deps.database.sql.name };
    return deps.workers.run({ file: worker, name: "read", input });
  }

  const readsOf = (row: SubagentRow) =>
    subagentReads(linesOf(store.parts(row.id)), deps.readerOf(row.sessionId));

  return {
    /** E42. */
    async show(
      reference: string,
      id: number,
      withTranscript: boolean,
    ): Promise<{ subagent_transcript: SubagentTranscript } | Encoded> {
      const row = find(reference, id);
      if (!withTranscript) return { subagent_transcript: subagentView(row) };
      if (isLarge(row)) return new Encoded(await away(row, { kind: "transcript" }));
      const transcript = [...rawParts(linesOf(store.parts(row.id)))].join("");
      return { subagent_transcript: { ...subagentView(row), transcript } };
    },

    async timeline(reference: string, id: number, from: number) {
      const row = find(reference, id);
      if (isLarge(row)) return new Encoded(await away(row, { kind: "timeline", from }));
      return { subagent_transcript: subagentView(row), ...readsOf(row).timeline(from) };
    },

    /** The bytes of a picture; null where there is none. */
    async picture(reference: string, id: number, wanted: PictureOf): Promise<Uint8Array | null> {
      const row = find(reference, id);
      if (!isLarge(row)) return readsOf(row).picture(wanted);
      return (await away(row, { kind: "picture", picture: wanted }))[0] ?? null;
    },
  };
}
