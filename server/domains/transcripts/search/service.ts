import { Refusal } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { ScanRequest, ScanResult } from "./request.ts";
import { searchThread } from "./thread.ts";

export type ContentSearchService = ReturnType<typeof contentSearchService>;

/** How long a change may wait to be indexed; until then a search reads it as it is. */
const settleMs = 5_000;
const idleMs = 30_000;

/**
 * Searches what transcripts hold, on a thread of its own with an index of its own (`search.db`). Nothing is loaded
 * before the first search or change.
 */
export function contentSearchService(deps: {
  folder: string;
  log: Logger;
  settleMs?: number;
  idleMs?: number;
}) {
  const { log } = deps;
  const thread = searchThread({ folder: deps.folder, idleMs: deps.idleMs ?? idleMs });
  let timer: NodeJS.Timeout | undefined;
  let isIndexing = false;
  let isDue = false;
  let isClosed = false;

  function plan(): void {
    if (isIndexing || isClosed) return;
    timer ??= setTimeout(() => void bringUpToDate(), deps.settleMs ?? settleMs).unref();
  }

  /** Never rejects: an index that lags costs time and no result. */
  async function bringUpToDate(): Promise<void> {
    timer = undefined;
    isDue = false;
    isIndexing = true;
    try {
      await thread.ask({ kind: "index" });
    } catch (error) {
      log.error({ err: error }, "transcripts were not indexed");
    }
    isIndexing = false;
    if (isDue) plan();
  }

  function changed(): void {
    isDue = true;
    plan();
  }

  return {
    /** When `signal` fires, it answers with what it has found by then. */
    async scan(request: ScanRequest, signal: AbortSignal): Promise<ScanResult> {
      if (isClosed) throw stopping();
      try {
        const result = await thread.ask({ kind: "scan", request }, signal);
        if (!result) throw new Error("A scan has a result");
        return result;
      } finally {
        changed(); // It may have met texts that no change of this run would bring into the index.
      }
    },
    /** Transcripts grew or went; they are indexed a little later. */
    changed,
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await thread.stop();
    },
  };
}

const stopping = (): Refusal =>
  new Refusal({ status: 503, label: "Service Unavailable", messages: ["The service is stopping"] });
