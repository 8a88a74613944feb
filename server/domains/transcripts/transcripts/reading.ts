import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import { boundedLine } from "./bounded-lines.ts";
import { unpackChunk } from "./chunks.ts";
import { parseLine, timestampOf } from "./line-value.ts";
import type { ConversationMessage } from "./model.ts";
import { conversationMessage, type ReadLine } from "./rules.ts";
import type { ChunkRow, TranscriptStore } from "./store.ts";

export interface StoredLine {
  index: number;
  line: string;
}

export interface FoundMessage {
  message: ConversationMessage;
  cut: boolean;
}

const linesOf = (chunk: ChunkRow): StoredLine[] =>
  unpackChunk(chunk).map((line, position) => ({ index: chunk.firstIdx + position, line }));

const tailOf = (store: TranscriptStore, of: { id: number; from: number; to: number }): StoredLine[] =>
  store.tail(of.id, of.from, of.to).map(({ idx, line }) => ({ index: idx, line }));

/** All lines, or those from one on, oldest first, with at most one chunk unpacked at a time. */
export function* eachLine(store: TranscriptStore, id: number, from = 0): Generator<StoredLine> {
  const head = store.head(id);
  if (!head) return;
  for (const chunk of store.eachChunk(id)) {
    if (chunk.firstIdx + chunk.lineCount > from) yield* linesOf(chunk).filter(({ index }) => index >= from);
  }
  yield* tailOf(store, { id, from: Math.max(head.sealedCount, from), to: head.lineCount });
}

/** Lines of [from, to), oldest first. */
export function linesBetween(
  store: TranscriptStore,
  of: { id: number; from: number; to: number },
): StoredLine[] {
  const sealed = store.chunks(of.id, of.from, of.to).flatMap(linesOf);
  return [...sealed.filter(({ index }) => index >= of.from && index < of.to), ...tailOf(store, of)];
}

export function readLine({ index, line }: StoredLine, reader: TranscriptReader): ReadLine {
  const value = parseLine(line);
  return {
    index,
    timestamp: timestampOf(value),
    events: reader.events(value),
    tokens: reader.tokens?.(value) ?? null,
  };
}

/**
 * Messages of the positions [start, end). Walks back from the newest, chunk by chunk, and opens only the
 * chunks whose positions are wanted, so that the last page of a long transcript is read at once.
 */
export function messagesBetween(
  source: { store: TranscriptStore; reader: TranscriptReader; id: number },
  want: { start: number; end: number; total: number; contentLimit: number; bounded?: boolean | undefined },
): FoundMessage[] {
  const { store, reader, id } = source;
  const head = store.head(id);
  if (!head || want.end === want.start) return [];
  const newestFirst: FoundMessage[] = [];
  let position = want.total;
  const take = (lines: readonly StoredLine[]): void => {
    for (const line of lines.toReversed()) {
      const read = readLine(want.bounded ? { ...line, line: boundedLine(line.line) } : line, reader);
      const found = conversationMessage(read, want.contentLimit);
      if (!found) continue;
      position -= 1;
      if (position >= want.start && position < want.end) newestFirst.push(found);
    }
  };
  take(tailOf(store, { id, from: head.sealedCount, to: head.lineCount }));
  for (const chunk of store.newestChunks(id, head.sealedCount)) {
    if (position <= want.start) break;
    if (position - chunk.messageCount >= want.end) position -= chunk.messageCount;
    else {
      const before = position;
      take(linesOf(chunk));
      // A damaged chunk has fewer messages than it was stored with.
      position = before - chunk.messageCount;
    }
  }
  return newestFirst.reverse();
}
