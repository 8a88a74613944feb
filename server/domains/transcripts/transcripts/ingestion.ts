import { setImmediate as nextTick } from "node:timers/promises";
import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import { boundedLine } from "../../../lib/oversized-line.ts";
import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import type { TimelineEvent } from "../../../runtimes/timeline.ts";
import { isConversation } from "./rules.ts";
import { fullChunks } from "./sealing.ts";
import { readSource, type SourcePosition, type SourceSlice } from "./source.ts";
import type { TailLine, TranscriptHead, TranscriptStore } from "./store.ts";

export interface IngestRequest {
  sessionId: number;
  /** The runtime's own file. */
  path: string;
  reader: TranscriptReader;
  /** Called inside the transaction that stores the line with which the CLI recorded this prompt. */
  awaited?: { prompt: string; onSeen(): void } | undefined;
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
  /** `answers`: the agent's texts on the new lines as it wrote them, not redacted; "" for an error. */
  changed(sessionId: number, lineCount: number, answers: readonly string[]): void;
}

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
      const result = await readSource(positionOf(head, request.path));
      if (result.state === "missing") return { state: "missing", lineCount: head.lineCount };
      if (result.state === "rewritten") {
        // Never shrink: stored lines stay, and only lines beyond them are added.
        skip = head.lineCount - head.sourceBase;
        head = fromStart(head, request.path, head.sourceBase);
        continue;
      }
      const slice = result as SourceSlice;
      const kept = keptLines(slice.lines, request.reader);
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
    work: { request: IngestRequest; slice: SourceSlice; fresh: ParsedLine[] },
  ): Promise<TranscriptHead> {
    const { request, slice, fresh } = work;
    if (slice.lines.length === 0) return head;
    const lines: TailLine[] = [];
    for (const [position, { raw, isMessage }] of fresh.entries()) {
      const redacted = deps.redactLine(raw);
      const line = typeof redacted === "string" ? redacted : await redacted;
      lines.push({ idx: head.lineCount + position, line, isMessage });
    }
    const { awaited } = request;
    const seen =
      awaited !== undefined && fresh.some(({ value }) => request.reader.isPrompt(value, awaited.prompt));
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
    database.transaction(() => {
      for (const chunk of chunks) store.seal(head.sessionId, chunk);
      for (const line of lines) if (line.idx >= sealedCount) store.appendLine(head.sessionId, line);
      store.saveHead(next);
      if (seen) awaited.onSeen();
    });
    const answers = fresh.flatMap((line) => line.answers);
    if (lines.length > 0) deps.changed(head.sessionId, next.lineCount, answers);
    return next;
  }

  return { ingest };
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

interface ParsedLine {
  raw: string;
  value: unknown;
  isMessage: boolean;
  answers: readonly string[];
}

function answersOf(events: readonly TimelineEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === "assistant") return [event.text];
    return event.type === "error" ? [""] : [];
  });
}

/** R77: one event per line; blank lines, unparseable lines and the CLI's bookkeeping are skipped. */
export function keptLines(lines: readonly string[], reader: TranscriptReader): ParsedLine[] {
  const parsed: ParsedLine[] = [];
  for (const line of lines) {
    const { raw, value } = parseBoundedLine(line);
    if (value === undefined || !reader.keeps(value)) continue;
    const events = reader.events(value);
    parsed.push({ raw, value, isMessage: isConversation(events), answers: answersOf(events) });
  }
  return parsed;
}

/** A line as it is stored, and its value; undefined if it is blank or not JSON. */
export function parseBoundedLine(line: string): { raw: string; value: unknown } {
  const raw = boundedLine(line);
  if (raw.trim() === "") return { raw, value: undefined };
  try {
    return { raw, value: JSON.parse(raw) as unknown };
  } catch {
    return { raw, value: undefined };
  }
}

/** A stored line of an earlier version may be deeper or wider than what is taken in now; it is read as text. */
export const parseLine = (stored: string): unknown => parseBoundedLine(stored).value;
