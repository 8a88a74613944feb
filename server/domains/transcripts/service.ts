import type { TranscriptReader } from "../../runtimes/runtime.ts";
import { type Ingested, type IngestionDeps, type IngestRequest, ingestion } from "./ingestion.ts";
import type { ConversationMessage, TimelineEntry } from "./model.ts";
import { linesBetween, messagesBetween, readLine } from "./reading.ts";
import { type ReadLine, renderEvent, timelineEntries } from "./rules.ts";

export type TranscriptService = ReturnType<typeof transcriptService>;

export interface TranscriptOf {
  id: number;
  runtime: string;
}

interface Deps extends IngestionDeps {
  /** By runtime id. */
  readers: ReadonlyMap<string, TranscriptReader>;
}

/** For a session whose runtime is no longer registered: its lines are shown as they are. */
const plainReader: TranscriptReader = {
  keeps: () => true,
  events: (line) => [{ type: "system", subtype: "unknown runtime", detail: line }],
  isPrompt: () => false,
};

export function transcriptService(deps: Deps) {
  const { store } = deps;
  const { ingest } = ingestion(deps);
  const readerOf = ({ runtime }: TranscriptOf): TranscriptReader => deps.readers.get(runtime) ?? plainReader;
  const chains = new Map<number, Promise<unknown>>();

  const lineCount = (sessionId: number): number => store.head(sessionId)?.lineCount ?? 0;
  const readAll = (of: TranscriptOf): ReadLine[] =>
    linesBetween(store, { id: of.id, from: 0, to: lineCount(of.id) }).map((line) =>
      readLine(line, readerOf(of)),
    );

  return {
    lineCount,

    /** One at a time per session; a second call waits for the first and then finds what it left. */
    ingest(request: IngestRequest): Promise<Ingested> {
      const before = chains.get(request.sessionId) ?? Promise.resolve();
      const next = before.then(
        () => ingest(request),
        () => ingest(request),
      );
      chains.set(request.sessionId, next);
      const forget = () => chains.get(request.sessionId) === next && chains.delete(request.sessionId);
      next.then(forget, forget);
      return next;
    },

    /** The stored JSONL, redacted. */
    raw: (sessionId: number): string =>
      linesBetween(store, { id: sessionId, from: 0, to: lineCount(sessionId) })
        .map(({ line }) => `${line}\n`)
        .join(""),

    /** The reading copy; null while there is no transcript. */
    text(of: TranscriptOf): string | null {
      if (lineCount(of.id) === 0) return null;
      return readAll(of)
        .flatMap(({ events }) => events.map(renderEvent))
        .join("\n");
    },

    timeline(
      of: TranscriptOf,
      range: { from?: number | undefined; to?: number | undefined; limit: number },
    ): { entries: TimelineEntry[]; from: number; to: number; line_count: number } {
      const count = lineCount(of.id);
      const to = Math.min(range.to ?? (range.from === undefined ? count : range.from + range.limit), count);
      const from = Math.min(Math.max(range.from ?? to - range.limit, to - range.limit, 0), to);
      const entries = linesBetween(store, { id: of.id, from, to }).flatMap((line) =>
        timelineEntries(readLine(line, readerOf(of))),
      );
      return { entries, from, to, line_count: count };
    },

    conversation(
      of: TranscriptOf,
      page: { limit: number; before?: number | undefined; contentLimit: number },
    ): { messages: ConversationMessage[]; total: number; first_position: number; truncated: boolean } {
      const total = store.head(of.id)?.messageCount ?? 0;
      const end = Math.min(Math.max(page.before ?? total, 0), total);
      const start = Math.max(0, end - page.limit);
      const found = messagesBetween(
        { store, reader: readerOf(of), id: of.id },
        { start, end, total, contentLimit: page.contentLimit },
      );
      return {
        messages: found.map(({ message }) => message),
        total,
        first_position: start,
        truncated: found.some(({ cut }) => cut),
      };
    },
  };
}
