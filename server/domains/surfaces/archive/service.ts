import { join } from "node:path";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import type { Batch } from "./building.ts";
import { noArchive } from "./errors.ts";
import { type ArchiveState, isWhole, readState, removeSuperseded } from "./index-file.ts";
import type { ArchiveStatus } from "./model.ts";

const worker = new URL("./archive-worker.ts", import.meta.url);
/** A few seconds of packing; while more is left, the next batch follows soon. */
const most: Batch["most"] = { sessions: 20_000, textBytes: 256 * 1024 * 1024 };
const nextBatchMs = 2_000;

export type ArchiveService = ReturnType<typeof archiveService>;

/** The zip of all sessions and their transcripts, brought up to date every so often while something changes. */
export function archiveService(deps: {
  /** Where the archive is kept. */
  folder: string;
  /** The database's file. */
  file: string;
  workers: Pick<WorkerPool, "run">;
  clock: Clock;
  everyMs: number;
}) {
  const { folder, file, workers, clock, everyMs } = deps;
  const firstRunAt = clock.now() + everyMs;
  /** Changes from before this start are unknown, so the first run checks everything. */
  let isChecked = false;
  let changedAt: number | null = null;
  /** `changedAt` of the current batch; until it is done, the previous archive is served. */
  let batchSince: number | null = null;
  const isBehind = (): boolean => changedAt !== null || batchSince !== null;

  async function present(): Promise<ArchiveState> {
    const state = await readState(folder);
    if (!state) throw noArchive("never_built", folder);
    if (await isWhole(folder, state)) return state;
    isChecked = false;
    throw noArchive("missing", join(folder, state.zip));
  }

  async function status(): Promise<ArchiveStatus & { zip: string }> {
    // A batch may end while the file of the previous archive is read.
    const wasBehind = isBehind();
    const { zip, generatedAt, sessionCount, bytes, deferredCount } = await present();
    const complete = deferredCount === 0;
    const incomplete = complete ? null : `${deferredCount} changed sessions are not included yet`;
    const changed = wasBehind || isBehind() ? "Sessions have changed since it was generated" : null;
    const stale = changed ?? incomplete;
    return {
      zip,
      state: "present",
      generated_at: instant(generatedAt),
      session_count: sessionCount,
      file_size_bytes: bytes,
      stale: stale !== null,
      stale_reason: stale,
      complete,
      deferred_count: deferredCount,
      incomplete_reason: incomplete,
    };
  }

  return {
    folder,
    everyMs,
    status,

    /** A session changed or was deleted. */
    touch(): void {
      changedAt ??= clock.now();
    },

    /** Runs one batch on another thread, if anything changed. Not in the first interval after a start. */
    async run(signal: AbortSignal): Promise<{ againAt: number } | undefined> {
      if (clock.now() < firstRunAt) return { againAt: firstRunAt };
      await removeSuperseded(folder);
      if (isChecked && changedAt === null) return undefined;
      batchSince = changedAt;
      changedAt = null;
      const batch: Batch = { folder, now: clock.now(), most };
      try {
        const state = await workers.run<ArchiveState>({
          file: worker,
          name: "build",
          input: { ...batch, file },
          signal,
          background: true,
        });
        isChecked = state.deferredCount === 0;
        return isChecked ? undefined : { againAt: clock.now() + nextBatchMs };
      } catch (error) {
        changedAt = batchSince ?? changedAt;
        isChecked = false;
        if (signal.aborted) return undefined;
        throw error;
      } finally {
        batchSince = null;
      }
    },
  };
}
