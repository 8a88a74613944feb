import type { Database } from "../../../db/open.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { UsageService } from "../calls/index.ts";
import { unpackCalls } from "./packed-calls.ts";
import { type FileReading, newFile } from "./reading-worker.ts";
import { type CloneLookup, type FoundFile, ownerOfFolder } from "./rules.ts";
import type { LedgerStore } from "./store.ts";

/** Few enough that one commit of them does not hold up a request. */
export const callsAtOnce = 1_000;

export interface BatchDeps {
  database: Database;
  log: Logger;
  usage: Pick<UsageService, "record">;
  cloneAt: CloneLookup;
}

interface Read {
  file: FoundFile;
  reading: FileReading;
}

/** Stores what was read of several files in one commit: its calls, and how far each file was read. */
export function readingBatches({ database, log, usage, cloneAt }: BatchDeps, store: LedgerStore) {
  function storeReading({ file, reading }: Read): number {
    const clone = ownerOfFolder(reading.context.folder, cloneAt);
    const owner = {
      sessionId: clone?.sessionId ?? null,
      agentId: null,
      source: clone ? null : "unknown",
      agentRoot: clone?.agentRoot ?? null,
      agentRuntime: file.runtime,
    };
    const { context, offset, ended } = reading;
    store.saveFile(file, { context, offset, ended, problem: null });
    return usage.record(owner, unpackCalls(reading.calls));
  }

  /** The file is read from where it was stored when it changes. */
  function noteProblem(file: FoundFile, error: unknown): void {
    const problem = error instanceof Error ? error.message : String(error);
    log.error({ err: error, path: file.path }, "the calls of a file could not be read");
    const known = store.file(file.path);
    const isSame = known?.identity === file.identity;
    const { offset, context } = isSame ? known : { offset: 0, context: newFile };
    store.saveFile(file, { offset, context, ended: true, problem });
  }

  /** Gathers readings until they are worth a commit. */
  function gather() {
    let waiting: Read[] = [];
    let calls = 0;
    let added = 0;
    /** Files whose readings could not be stored: what follows in them is left for another time. */
    const failed = new Set<FoundFile>();

    const storeAll = (reads: readonly Read[]): number =>
      database.transaction(() => reads.reduce((sum, read) => sum + storeReading(read), 0));

    function storeEach(reads: readonly Read[]): void {
      for (const read of reads) {
        if (failed.has(read.file)) continue;
        try {
          added += storeAll([read]);
        } catch (error) {
          failed.add(read.file);
          noteProblem(read.file, error);
        }
      }
    }

    function storeWaiting(): void {
      const reads = waiting;
      [waiting, calls] = [[], 0];
      if (reads.length === 0) return;
      try {
        added += storeAll(reads);
      } catch {
        // Only one of them may be to blame, such as that of a session that was just deleted.
        storeEach(reads);
      }
    }

    return {
      /** Adds what was read next of a file, or why it could not be read. */
      add(file: FoundFile, reading: FileReading | Error): void {
        if (failed.has(file)) return;
        if (reading instanceof Error) {
          storeWaiting();
          if (!failed.has(file)) noteProblem(file, reading);
          return;
        }
        const count = reading.calls.requestIds.length;
        if (calls + count > callsAtOnce) storeWaiting();
        if (failed.has(file)) return;
        waiting.push({ file, reading });
        calls += count;
        if (calls === callsAtOnce) storeWaiting();
      },

      /** Stores what is left. */
      store: storeWaiting,
      /** How many calls were new. */
      added: (): number => added,
    };
  }

  return { gather };
}
