import { dirname } from "node:path";
import type { Clock } from "../../../lib/clock.ts";
import type { FileReader } from "./file-reading.ts";
import { directoriesOf } from "./files.ts";
import type { BackfillRow, LedgerStore } from "./store.ts";

/** How long one slice of a pass reads. */
const sliceMs = 2 * 60_000;

/** Goes on with a pass over all files for some minutes. Resolves with when it ended; null if more is left. */
export function passSlices({ clock, store, files }: { clock: Clock; store: LedgerStore; files: FileReader }) {
  return async function runSlice(run: BackfillRow, signal: AbortSignal): Promise<number | null> {
    const startedAt = run.startedAt ?? clock.now();
    store.saveRun(run.id, { status: "running", startedAt });
    const found = await files.all();
    const clones = files.clones();
    const until = clock.now() + sliceMs;
    const directories = new Set<string>();
    const totals = { filesTotal: found.length, directoriesTotal: directoriesOf(found).size };
    let { rowsWritten } = run;
    for (const [at, file] of found.entries()) {
      const isDone = run.cursor !== null && file.path <= run.cursor;
      if (!isDone && (signal.aborted || clock.now() >= until)) return null;
      directories.add(dirname(file.path));
      if (isDone) continue;
      rowsWritten += await files.read(file, clones);
      const done = { filesDone: at + 1, directoriesDone: directories.size };
      store.saveRun(run.id, { rowsWritten, cursor: file.path, ...done, ...totals });
    }
    const { last: lastError } = store.problems();
    const finishedAt = clock.now();
    const done = { filesDone: found.length, directoriesDone: directories.size };
    store.saveRun(run.id, { ...done, ...totals, status: "finished", finishedAt, lastError });
    return finishedAt;
  };
}
