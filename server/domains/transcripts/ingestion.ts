import { setImmediate as nextTick } from "node:timers/promises";
import type { Database } from "../../db/open.ts";
import type { Clock } from "../../lib/clock.ts";
import type { TranscriptReader } from "../../runtimes/runtime.ts";
import { isConversation } from "./rules.ts";
import { sealChunks } from "./sealing.ts";
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

/** Whole lines in the tail before some are sealed. */
const sealAtBytes = 48 * 1024;

export interface IngestionDeps {
  database: Database;
  store: TranscriptStore;
  clock: Clock;
  /** Redacts one JSON line; nothing is written before it. */
  redactLine(line: string): string;
  changed(sessionId: number, lineCount: number): void;
}

/** Takes what a runtime's file has grown by into the store, redacted, in slices that leave the event loop free. */
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
        // Never shrink: the lines that are stored stay, and only what goes beyond them is taken.
        skip = head.lineCount - head.sourceBase;
        head = fromStart(head, request.path, head.sourceBase);
        continue;
      }
      const slice = result as SourceSlice;
      const kept = readLines(slice.lines, request.reader);
      const fresh = kept.slice(skip);
      skip = Math.max(0, skip - kept.length);
      head = append(head, { request, slice, fresh });
      if (!slice.more) break;
      await nextTick();
    }
    if (store.tailBytes(request.sessionId) > sealAtBytes) await sealChunks(deps, request.sessionId);
    return { state: "read", lineCount: head.lineCount };
  }

  function append(
    head: TranscriptHead,
    work: { request: IngestRequest; slice: SourceSlice; fresh: ParsedLine[] },
  ): TranscriptHead {
    const { request, slice, fresh } = work;
    if (slice.lines.length === 0) return head;
    const lines: TailLine[] = fresh.map(({ raw, isMessage }, position) => ({
      idx: head.lineCount + position,
      line: deps.redactLine(raw),
      isMessage,
    }));
    const { awaited } = request;
    const seen =
      awaited !== undefined && fresh.some(({ value }) => request.reader.isPrompt(value, awaited.prompt));
    const next: TranscriptHead = {
      ...head,
      lineCount: head.lineCount + lines.length,
      messageCount: head.messageCount + lines.filter(({ isMessage }) => isMessage).length,
      sourceOffset: slice.position.offset,
      sourceFingerprint: slice.position.fingerprint,
      updatedAt: clock.now(),
    };
    database.transaction(() => {
      for (const line of lines) store.appendLine(head.sessionId, line);
      store.saveHead(next);
      if (seen) awaited.onSeen();
    });
    if (lines.length > 0) deps.changed(head.sessionId, next.lineCount);
    return next;
  }

  return { ingest };
}

const emptyHead = (sessionId: number, updatedAt: number): TranscriptHead => ({
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

const positionOf = (head: TranscriptHead, path: string): SourcePosition => ({
  path,
  offset: head.sourceOffset,
  fingerprint: head.sourceFingerprint,
});

interface ParsedLine {
  raw: string;
  value: unknown;
  isMessage: boolean;
}

/** R77: one event a line, blank and unparseable ones skipped; the CLI's bookkeeping is left out. */
function readLines(lines: readonly string[], reader: TranscriptReader): ParsedLine[] {
  const parsed: ParsedLine[] = [];
  for (const raw of lines) {
    const value = parseLine(raw);
    if (value === undefined || !reader.keeps(value)) continue;
    parsed.push({ raw, value, isMessage: isConversation(reader.events(value)) });
  }
  return parsed;
}

export function parseLine(raw: string): unknown {
  if (raw.trim() === "") return undefined;
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    return undefined;
  }
}
