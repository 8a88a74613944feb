import { join } from "node:path";
import type { ScanRequest, ScanResult } from "../../sessions/sessions/index.ts";
import { catchUp } from "./indexing.ts";
import type { Task } from "./request.ts";
import { scanContents } from "./scan.ts";
import { discardSearchIndex, isBroken, openSearchIndex, type SearchIndex } from "./store.ts";
import { openTranscripts, type TranscriptSource } from "./transcripts.ts";

/** A task uses the thread no longer than this before it lets others run. */
const sliceMs = 20;

export type SearchEngine = ReturnType<typeof searchEngine>;

/** The work of the search thread, on the databases of a data folder. `nextTurn` lets the thread receive messages. */
export function searchEngine(folder: string, nextTurn: () => Promise<unknown>) {
  const indexFile = join(folder, "search.db");
  const source = openTranscripts(join(folder, "signalbox.db"));
  let index = openIndex(indexFile, source);
  let isStopping = false;
  let sliceBegan = performance.now();
  let quiet = Promise.withResolvers<void>();
  const scanning = new Set<number>();
  const canceled = new Set<number>();

  async function yieldThread(): Promise<void> {
    await nextTurn();
    sliceBegan = performance.now();
  }

  /** The index does not change during a search, so what a search has read of it stays true to its end. */
  async function isFree(): Promise<boolean> {
    await yieldThread();
    while (scanning.size > 0) await quiet.promise;
    return !isStopping;
  }

  async function scan(request: ScanRequest, id: number): Promise<ScanResult> {
    scanning.add(id);
    try {
      return await scanContents({ source, index }, request, {
        isCanceled: () => isStopping || canceled.has(id),
        yieldThread: () => (performance.now() - sliceBegan < sliceMs ? undefined : yieldThread()),
      });
    } finally {
      scanning.delete(id);
      canceled.delete(id);
      if (scanning.size === 0) {
        quiet.resolve();
        quiet = Promise.withResolvers();
      }
    }
  }

  async function attempt(task: Task & { id: number }): Promise<ScanResult | null> {
    if (task.kind === "scan") return scan(task.request, task.id);
    await catchUp({ source, index, isFree });
    return null;
  }

  /** A damaged index is rebuilt once per task, and the task runs again, like any other task that used that index. */
  async function perform(task: Task & { id: number }): Promise<ScanResult | null> {
    const used = index;
    try {
      return await attempt(task);
    } catch (error) {
      if (used === index) {
        if (!isBroken(error)) throw error;
        index.close();
        index = newIndex(indexFile);
      }
      return attempt(task);
    }
  }

  return {
    perform,
    /** Ends a scan, which returns what it has found so far. */
    cancel: (id: number): void => void (scanning.has(id) && canceled.add(id)),
    /** Ends every task soon. */
    stop(): void {
      isStopping = true;
    },
    close(): void {
      index.close();
      source.close();
    },
  };
}

function openIndex(file: string, source: TranscriptSource): SearchIndex {
  try {
    const index = openSearchIndex(file);
    const last = index.newestChunk();
    if (last === undefined || source.knows(last)) return index;
    index.close(); // It belongs to another database, such as the one before a restore.
  } catch (error) {
    if (!isBroken(error)) throw error;
  }
  return newIndex(file);
}

function newIndex(file: string): SearchIndex {
  discardSearchIndex(file);
  return openSearchIndex(file);
}
