import { dirname } from "node:path";
import type { Clock } from "../../../lib/clock.ts";
import type { FileReader } from "./file-reading.ts";
import { directoriesOf } from "./files.ts";
import type { FoundFile } from "./rules.ts";
import type { BackfillRow, LedgerStore } from "./store.ts";

/** How long one slice of a pass reads. */
const sliceMs = 2 * 60_000;
/** After so many files, the pass notes how far it is. */
const filesAtOnce = 32;

/** Goes on with a pass over all files for some minutes. Resolves with when it ended; null if more is left. */
export function passSlices({ clock, store, files }: { clock: Clock; store: LedgerStore; files: FileReader }) {
  return async function runSlice(run: BackfillRow, signal: AbortSignal): Promise<number | null> {
    const startedAt = run.startedAt ?? clock.now();
    store.saveRun(run.id, { status: "running", startedAt });
    const found = await files.all();
    const until = clock.now() + sliceMs;
    const goesOn = (): boolean => !signal.aborted && clock.now() < until;
    const directories = new Set<string>();
    const totals = { filesTotal: found.length, directoriesTotal: directoriesOf(found).size };
    let { rowsWritten } = run;
    const { cursor } = run;
    const isDone = ({ path }: FoundFile): boolean => cursor !== null && path <= cursor;
    let done = found.filter(isDone).length;
    for (const { path } of found.slice(0, done)) directories.add(dirname(path));
    while (done < found.length) {
      if (!goesOn()) return null;
      const next = found.slice(done, done + filesAtOnce);
      const read = await files.read(next, goesOn);
      rowsWritten += read.added;
      for (const { path } of found.slice(done, done + read.done)) directories.add(dirname(path));
      done += read.done;
      const counts = { filesDone: done, directoriesDone: directories.size };
      store.saveRun(run.id, { rowsWritten, cursor: found[done - 1]?.path ?? null, ...counts, ...totals });
    }
    const { last: lastError } = store.problems();
    const finishedAt = clock.now();
    const counts = { filesDone: done, directoriesDone: directories.size };
    store.saveRun(run.id, { ...counts, ...totals, status: "finished", finishedAt, lastError });
    return finishedAt;
  };
}
