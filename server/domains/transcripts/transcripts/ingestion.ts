import { setImmediate as nextTick } from "node:timers/promises";
import { commitLazily, flushLazyCommits } from "../../../db/lazy-commit.ts";
import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import { markUnsent } from "../../../runtimes/unsent-prompts.ts";
import { fullChunks } from "./sealing.ts";
import { readSource, type SourcePosition, type SourceSlice } from "./source.ts";
import type { TailLine, TranscriptHead, TranscriptStore } from "./store.ts";
import { type LargeLines, type TakenLine, takeLines } from "./taken-line.ts";

/** The runtime's own file, in the session's home. */
export interface RuntimeFile {
  home: string;
  path: string;
  reader: TranscriptReader;
}

/** The prompt that the CLI was sent, and what was found of it in its file so far; `ingest` changes that. */
export interface AwaitedPrompt {
  prompt: string;
  found: "nothing" | "another" | "it";
  /** Called inside the transaction that stores the line with which the CLI recorded this prompt. */
  onSeen(): void;
}

export interface IngestRequest extends RuntimeFile {
  sessionId: number;
  awaited?: AwaitedPrompt | undefined;
}

export interface Ingested {
  state: "missing" | "read";
  lineCount: number;
}

export interface IngestionDeps {
  database: Database;
  store: TranscriptStore;
  clock: Clock;
  /** Redacts one JSON line; nothing is written before it. */
  redactLine(line: string): string | Promise<string>;
  /** Without it, large lines are read on this thread. */
  largeLines?: LargeLines | undefined;
  /** `answers`: the agent's texts on the new lines as it wrote them, not redacted; "" for an error. */
  changed(sessionId: number, lineCount: number, answers: readonly string[]): void;
}

/** So much is on its way to the disk before more is read. */
const muchBytes = 512 * 1024;

/** Stores the new lines of a runtime's file, redacted, in slices that leave the event loop free. */
export function ingestion(deps: IngestionDeps) {
  const { store, clock, database } = deps;

  const headOf = (sessionId: number): TranscriptHead =>
    store.head(sessionId) ?? emptyHead(sessionId, clock.now());

  async function ingest(request: IngestRequest): Promise<Ingested> {
    let head = headOf(request.sessionId);
    let skip = 0;
    if (head.sourcePath !== request.path) head = fromStart(head, request.path, head.lineCount);
    for (;;) {
      const result = await readSource(request.home, positionOf(head, request.path));
      if (result.state === "missing") return { state: "missing", lineCount: head.lineCount };
      if (result.state === "rewritten") {
        // Never shrink: stored lines stay, and only lines beyond them are added.
        skip = head.lineCount - head.sourceBase;
        head = fromStart(head, request.path, head.sourceBase);
        continue;
      }
      const slice = result as SourceSlice;
      const { reader, awaited } = request;
      const kept = await takeLines(slice.lines, { ...deps, reader, prompt: awaited?.prompt });
      const fresh = kept.slice(skip);
      skip = Math.max(0, skip - kept.length);
      // A file that is shorter than what is stored is being rewritten: its position is not stored, so that no line is
      // added twice once it has grown again.
      head = skip > 0 ? movedTo(head, slice.position) : await append(head, { request, slice, fresh });
      if (!slice.more) break;
      await nextTick();
    }
    return { state: "read", lineCount: head.lineCount };
  }

  /** Lines that fill whole chunks never touch the tail; a slice is one commit, sealed chunks included. */
  async function append(
    head: TranscriptHead,
    work: { request: IngestRequest; slice: SourceSlice; fresh: TakenLine[] },
  ): Promise<TranscriptHead> {
    const { request, slice, fresh } = work;
    if (slice.lines.length === 0) return head;
    const { texts, found } = attributed(fresh, request.awaited?.found);
    const lines: TailLine[] = fresh.map(({ isMessage }, position) => ({
      idx: head.lineCount + position,
      line: texts[position] ?? "",
      isMessage,
    }));
    const { awaited } = request;
    const seen = awaited !== undefined && fresh.some(({ isPrompt }) => isPrompt);
    const chunks = await fullChunks(store, head, lines);
    const lastChunk = chunks.at(-1);
    const sealedCount = lastChunk ? lastChunk.firstIdx + lastChunk.lineCount : head.sealedCount;
    const next: TranscriptHead = {
      ...movedTo(head, slice.position),
      sealedCount,
      lineCount: head.lineCount + lines.length,
      messageCount: head.messageCount + lines.filter(({ isMessage }) => isMessage).length,
      updatedAt: clock.now(),
    };
    const storeAll = (): void => {
      for (const chunk of chunks) store.seal(head.sessionId, chunk);
      for (const line of lines) if (line.idx >= sealedCount) store.appendLine(head.sessionId, line);
      store.saveHead(next);
      if (seen) awaited.onSeen();
    };
    // What a power failure undoes is read from the runtime's file again.
    commitLazily(database.sql, () => database.transaction(storeAll));
    if (awaited) awaited.found = found;
    if (chunks.reduce((sum, { blob }) => sum + blob.length, 0) > muchBytes)
      await flushLazyCommits(database.sql);
    const answers = fresh.flatMap((line) => line.answers);
    if (lines.length > 0) deps.changed(head.sessionId, next.lineCount, answers);
    return next;
  }

  return { ingest };
}

/**
 * The lines as they are stored: a prompt that was not sent is marked. The agent's process can write into the file, but not
 * before the CLI has: the first prompt of a run is the sent one, even if the CLI wrote it down in other words.
 */
function attributed(
  fresh: readonly TakenLine[],
  before: AwaitedPrompt["found"] | undefined,
): { texts: string[]; found: AwaitedPrompt["found"] } {
  // Nobody says what was sent.
  if (before === undefined) return { texts: fresh.map(({ line }) => line), found: "nothing" };
  let found = before;
  const texts = fresh.map(({ line, posesAsPrompt, isPrompt }) => {
    if (!posesAsPrompt) return line;
    if (found !== "it" && isPrompt) found = "it";
    else if (found === "nothing") found = "another";
    else return markUnsent(line);
    return line;
  });
  return { texts, found };
}

export const emptyHead = (sessionId: number, updatedAt: number): TranscriptHead => ({
  sessionId,
  lineCount: 0,
  messageCount: 0,
  sealedCount: 0,
  sourcePath: null,
  sourceBase: 0,
  sourceOffset: 0,
  sourceFingerprint: null,
  updatedAt,
});

const fromStart = (head: TranscriptHead, path: string, base: number): TranscriptHead => ({
  ...head,
  sourcePath: path,
  sourceBase: base,
  sourceOffset: 0,
  sourceFingerprint: null,
});

const movedTo = (head: TranscriptHead, { offset, fingerprint }: SourcePosition): TranscriptHead => ({
  ...head,
  sourceOffset: offset,
  sourceFingerprint: fingerprint,
});

const positionOf = (head: TranscriptHead, path: string): SourcePosition => ({
  path,
  offset: head.sourceOffset,
  fingerprint: head.sourceFingerprint,
});
