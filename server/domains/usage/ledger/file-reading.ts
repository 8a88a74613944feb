import type { Database } from "../../../db/open.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import type { UsageService } from "../../transcripts/usage/index.ts";
import { type RecordSource, recordFiles } from "./files.ts";
import { type FileReading, type FileToRead, newFile } from "./reading-worker.ts";
import { type CloneOwner, type FoundFile, ownerOfFolder, readFrom } from "./rules.ts";
import type { LedgerStore } from "./store.ts";

const worker = new URL("./reading-worker.ts", import.meta.url);
/** Few enough that one commit of them does not hold up a request. */
const callsAtOnce = 1_000;
const bytesAtOnce = 64 * 1024 * 1024;

export type FileReader = ReturnType<typeof fileReading>;

export interface FileReadingDeps {
  database: Database;
  log: Logger;
  workers: Pick<WorkerPool, "run">;
  usage: Pick<UsageService, "record">;
  /** Where the CLIs keep their records outside of sessions. */
  sources: readonly RecordSource[];
  /** The clones of all sessions. */
  clones(): readonly CloneOwner[];
}

/** Reads files on another thread, and stores their calls. */
export function fileReading(deps: FileReadingDeps, store: LedgerStore) {
  const { log, sources } = deps;

  /** Stores the calls and how far the file was read, in one commit. Returns how many calls were new. */
  function take(file: FoundFile, reading: FileReading, clones: ReadonlyMap<string, CloneOwner>): number {
    const clone = ownerOfFolder(reading.context.folder, clones);
    const owner = {
      sessionId: clone?.sessionId ?? null,
      agentId: null,
      source: clone ? null : "unknown",
      agentRoot: clone?.agentRoot ?? null,
      agentRuntime: file.runtime,
    };
    return deps.database.transaction(() => {
      store.saveFile(file, { ...reading, problem: null });
      return deps.usage.record(owner, reading.calls);
    });
  }

  /** Reads a file to its end. Returns how many calls were new. */
  async function readFile(file: FoundFile, clones: ReadonlyMap<string, CloneOwner>): Promise<number> {
    let added = 0;
    for (;;) {
      const known = store.file(file.path);
      const offset = readFrom(file, known);
      if (offset === null) return added;
      const context = offset === 0 || !known ? newFile : known.context;
      const { path, runtime } = file;
      const input: FileToRead = {
        path,
        runtime,
        offset,
        context,
        mostCalls: callsAtOnce,
        mostBytes: bytesAtOnce,
      };
      const reading = await deps.workers.run<FileReading>({ file: worker, name: "readCalls", input });
      added += take(file, reading, clones);
      if (reading.ended) return added;
    }
  }

  /** Returns how many calls were new. A file that cannot be read is noted, and the others are read all the same. */
  async function readOne(file: FoundFile, clones: ReadonlyMap<string, CloneOwner>): Promise<number> {
    try {
      return await readFile(file, clones);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      log.error({ err: error, path: file.path }, "the calls of a file could not be read");
      const known = store.file(file.path);
      const isSame = known?.identity === file.identity;
      const { offset, context } = isSame ? known : { offset: 0, context: newFile };
      store.saveFile(file, { offset, context, ended: true, problem });
      return 0;
    }
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

  /** Several files at once: one is stored while the others are read. Returns how many calls were new. */
  async function read(several: readonly FoundFile[], clones: ReadonlyMap<string, CloneOwner>) {
    const added = await Promise.all(several.map((file) => readOne(file, clones)));
    return added.reduce((sum, count) => sum + count, 0);
  }

  return {
    all,
    read,
    /** Two, since the threads are for others too. */
    atOnce: 2,
    clones: (): Map<string, CloneOwner> => new Map(deps.clones().map((clone) => [clone.clonePath, clone])),
  };
}
