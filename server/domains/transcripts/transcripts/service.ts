import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import { adoption } from "./adoption.ts";
import { type Ingested, type IngestionDeps, type IngestRequest, ingestion } from "./ingestion.ts";
import { type TranscriptOf, transcriptReads } from "./reads.ts";

export type TranscriptService = ReturnType<typeof transcriptService>;

interface Deps extends IngestionDeps {
  /** By runtime id. */
  readers: ReadonlyMap<string, TranscriptReader>;
}

export function transcriptService(deps: Deps) {
  const reads = transcriptReads(deps);
  const { readerOf } = reads;
  const { ingest } = ingestion(deps);
  const chains = new Map<number, Promise<unknown>>();

  const { adopt, awaitFile, awaitsFile, copy } = adoption(deps);

  /** What reads a session's file, one after the other. */
  function inTurn<Result>(sessionId: number, work: () => Promise<Result>): Promise<Result> {
    const before = chains.get(sessionId) ?? Promise.resolve();
    const next = before.then(work, work);
    chains.set(sessionId, next);
    const forget = () => chains.get(sessionId) === next && chains.delete(sessionId);
    next.then(forget, forget);
    return next;
  }

  return {
    ...reads,

    awaitsFile,

    /** Before a file is written from the stored lines; see adoption. */
    awaitFile: (sessionId: number): Promise<void> => inTurn(sessionId, async () => awaitFile(sessionId)),

    /** Takes a file that was written from the stored lines as the one to read from; see adoption. */
    adopt: (of: TranscriptOf, path: string): Promise<void> =>
      inTurn(of.id, () => adopt(of.id, { path, reader: readerOf(of) })),

    /** Inside a transaction: the first `count` lines of one session's transcript become another's, which has none. */
    copy: (from: TranscriptOf, to: { id: number; count: number }): void =>
      copy({ id: from.id, reader: readerOf(from) }, to),

    /** One at a time per session; a second call waits for the first and then finds what it left. */
    ingest: (request: IngestRequest): Promise<Ingested> => inTurn(request.sessionId, () => ingest(request)),

    /** What belongs to the transcript changed beside its own lines: its agents' transcripts. */
    touch: (sessionId: number): void => deps.store.touch(sessionId, deps.clock.now()),
  };
}
