import { Refusal } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { ScanRequest, ScanResult } from "../../sessions/sessions/index.ts";
import { searchThread } from "./thread.ts";

export type ContentSearchService = ReturnType<typeof contentSearchService>;

/** How long a change may wait to be indexed; until then a search reads its text. */
const settleMs = 5_000;
const idleMs = 30_000;

/** Searches transcripts on a separate thread with its own index (`search.db`), loaded at the first search or change. */
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

  /** Never rejects: an index that lags makes searches slower, not incomplete. */
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
    /** When `signal` fires, returns what was found so far. */
    async scan(request: ScanRequest, signal: AbortSignal): Promise<ScanResult> {
      if (isClosed) throw stopping();
      try {
        const result = await thread.ask({ kind: "scan", request }, signal);
        if (!result) throw new Error("A scan has a result");
        return result;
      } finally {
        changed(); // It may have read texts that are not indexed, and that no change since the start announces.
      }
    },
    /** Transcripts grew or were deleted; they are indexed shortly after. */
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
