import { availableParallelism } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "../../../lib/logger.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import { type RecordSource, recordFiles } from "./files.ts";
import { type BatchDeps, callsAtOnce, readingBatches } from "./reading-batches.ts";
import { type ReadingThread, readingThread } from "./reading-thread.ts";
import { type FileContext, type FileReading, type FileToRead, newFile } from "./reading-worker.ts";
import { type FoundFile, readFrom } from "./rules.ts";
import type { LedgerStore } from "./store.ts";

const bytesAtOnce = 64 * 1024 * 1024;
/** Storing takes about a third of the time that reading takes, and goes first: reading is work of the background. */
const threadCount = Math.min(2, availableParallelism());
/** For each thread: it reads one while the other waits for it, or is stored. Only what is more takes another thread. */
const filesAtOnce = 2;

export type FileReader = ReturnType<typeof fileReading>;

export interface FileReadingDeps extends BatchDeps {
  log: Logger;
  workers: Pick<WorkerPool, "run">;
  /** Where the CLIs keep their records outside of sessions. */
  sources: readonly RecordSource[];
}

interface Slice {
  file: FoundFile;
  offset: number;
  context: FileContext;
}

/** Reads files on other threads, and stores their calls. */
export function fileReading(deps: FileReadingDeps, store: LedgerStore) {
  const { log, sources } = deps;
  const { gather } = readingBatches(deps, store);

  /** The first slice of what is new in a file, if anything is. */
  function firstSlice(file: FoundFile): Slice | null {
    const known = store.file(file.path);
    const offset = readFrom(file, known);
    if (offset === null) return null;
    return { file, offset, context: offset === 0 || !known ? newFile : known.context };
  }

  /** Begins to read a slice. Never rejects. */
  function begin({ file, offset, context }: Slice, thread: ReadingThread): Promise<FileReading | Error> {
    const { path, runtime } = file;
    const limits = { mostCalls: callsAtOnce, mostBytes: bytesAtOnce };
    const input: FileToRead = { path, runtime, offset, context, ...limits };
    return thread
      .read(input)
      .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  }

  /** All files, in the order of their paths; a CLI whose folder cannot be listed has none. */
  async function all(): Promise<FoundFile[]> {
    const found = await Promise.all(
      sources.map((source) =>
        recordFiles(source).catch((error: unknown) => {
          log.error({ err: error, runtime: source.runtime }, "the records of a CLI could not be listed");
          return [];
        }),
      ),
    );
    return found.flat().sort((one, other) => (one.path < other.path ? -1 : 1));
  }

  /**
   * Reads files to their ends, in this order, until `goesOn` says no. A file that cannot be read is noted, and the others are
   * read all the same. Resolves with how many files were read, and how many calls were new.
   */
  async function read(files: readonly FoundFile[], goesOn: () => boolean) {
    const batch = gather();
    let done = 0;

    function nextSlice(): Slice | null {
      for (let file = files[done]; file !== undefined; file = files[done]) {
        done += 1;
        const slice = firstSlice(file);
        if (slice !== null) return slice;
      }
      return null;
    }

    /** One slice at a time; the next one is read while this one is stored. */
    async function readSlices(thread: ReadingThread): Promise<void> {
      let slice = nextSlice();
      let reading = slice && begin(slice, thread);
      while (slice !== null && reading !== null) {
        const { file } = slice;
        const found = await reading;
        if (!(found instanceof Error) && !found.ended) slice = { file, ...found };
        else slice = goesOn() ? nextSlice() : null;
        reading = slice && begin(slice, thread);
        batch.add(file, found);
      }
    }

    const threads = Array.from({ length: threadCount }, () => readingThread(deps.workers));
    try {
      await Promise.all(
        threads.flatMap((thread) => Array.from({ length: filesAtOnce }, () => readSlices(thread))),
      );
    } finally {
      for (const thread of threads) thread.close();
    }
    batch.store();
    await nextTurn();
    return { done, added: batch.added() };
  }

  return { all, read };
}
