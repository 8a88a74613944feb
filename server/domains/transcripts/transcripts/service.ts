import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import { adoption } from "./adoption.ts";
import { type Ingested, type IngestionDeps, type IngestRequest, ingestion } from "./ingestion.ts";
import { type TranscriptOf, type TranscriptReads, transcriptReads } from "./reads.ts";
import { transcriptStore } from "./store.ts";

/** The stored transcripts of sessions, redacted before the first write: what takes lines in, and every way to read them. */
export interface TranscriptService extends TranscriptReads {
  /** Takes in what the CLI's file has gained. One call at a time per session; a second waits for the first. */
  ingest(request: IngestRequest): Promise<Ingested>;
  /** Announces that a file will be written from the stored lines, so that none is read from until `adopt`. */
  awaitFile(sessionId: number): Promise<void>;
  awaitsFile(sessionId: number): boolean;
  /** Takes a file that was written from the stored lines as the one to read from. */
  adopt(of: TranscriptOf, file: { home: string; path: string }): Promise<void>;
  /**
   * The first `count` lines of one session's transcript become another's, which has none. Inside the caller's transaction.
   * Returns false if a long one is not copied whole: `copyRest` then has to.
   */
  copy(from: TranscriptOf, to: { id: number; count: number }): boolean;
  copyRest(fromId: number, toId: number): Promise<void>;
  /** Marks the transcript changed because a subagent's transcript did. */
  touch(sessionId: number): void;
}

interface Deps extends Omit<IngestionDeps, "store"> {
  /** By runtime id. */
  readers: ReadonlyMap<string, TranscriptReader>;
}

export function transcriptService(deps: Deps): TranscriptService {
  const store = transcriptStore(deps.database);
  const parts = { ...deps, store };
  const reads = transcriptReads(parts);
  const { readerOf } = reads;
  const { ingest } = ingestion(parts);
  const { adopt, awaitFile, awaitsFile, copy, copyRest } = adoption(parts);
  const chains = new Map<number, Promise<unknown>>();

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

    awaitFile: (sessionId) => inTurn(sessionId, async () => awaitFile(sessionId)),

    adopt: (of, file) => inTurn(of.id, () => adopt(of.id, { ...file, reader: readerOf(of) })),

    copy: (from, to) => copy({ id: from.id, reader: readerOf(from) }, to),

    copyRest,

    ingest: (request) => inTurn(request.sessionId, () => ingest(request)),

    touch: (sessionId) => store.touch(sessionId, deps.clock.now()),
  };
}
