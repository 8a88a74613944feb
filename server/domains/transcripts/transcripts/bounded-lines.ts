import { setImmediate as nextTick } from "node:timers/promises";
import { type CompressedText, readableAway } from "../../../lib/compressed-text.ts";
import { lostLines, oversizedType } from "../../../lib/oversized-line.ts";
import { lineShortener } from "../../../lib/shortened-line.ts";
import { unpackChunk } from "./chunks.ts";
import { largeLineLength } from "./line-value.ts";
import type { StoredLine } from "./reading.ts";
import type { TranscriptStore } from "./store.ts";

const newline = 10;
/** What is kept of a large line: more than anything that is counted, and little to parse. */
const shortening = { text: 2_048, texts: 64 * 1024, late: 256, values: 10_000, structure: 256 * 1024 };
/** What is shown of one of which even that is too much. */
const headBytes = 2_048;

/**
 * Stored lines for what runs unasked, such as counting calls: the long texts of a large line are cut, or it is a marker with
 * its beginning. Leaves the event loop free between chunks of much text.
 */
export async function boundedLines(
  store: TranscriptStore,
  { id, from, to }: { id: number; from: number; to: number },
): Promise<StoredLine[]> {
  const found: StoredLine[] = [];
  let unpacked = 0;
  for (let at = from; at < to; ) {
    const [chunk] = store.chunks(id, at, at + 1);
    if (!chunk) {
      found.push(...store.tail(id, at, to).map(({ idx, line }) => ({ index: idx, line })));
      break;
    }
    const { firstIdx, lineCount, textBytes } = chunk;
    const lines = (await smallLines(chunk)).map((line, position) => ({ index: firstIdx + position, line }));
    found.push(...lines.filter(({ index }) => index >= at && index < to));
    at = firstIdx + lineCount;
    unpacked += textBytes;
    if (unpacked < largeLineLength) continue;
    unpacked = 0;
    await nextTick();
  }
  return found;
}

/** The lines of a chunk, the large ones shortened. */
export async function smallLines(chunk: CompressedText & { lineCount?: number }): Promise<string[]> {
  if (chunk.textBytes <= largeLineLength) return unpackChunk(chunk);
  const text = await readableAway(chunk);
  if (text === null) return [lostLines(chunk.lineCount ?? null)];
  const lines: string[] = [];
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf(newline, start);
    const end = found < 0 ? text.length : found;
    lines.push(lineOf(text.subarray(start, end)));
    start = end + 1;
  }
  return lines;
}

/** A line that was unpacked already. */
export const boundedLine = (line: string): string =>
  line.length <= largeLineLength ? line : lineOf(Buffer.from(line));

function lineOf(bytes: Buffer): string {
  if (bytes.length <= largeLineLength) return bytes.toString("utf8");
  const shortener = lineShortener(shortening);
  shortener.add(bytes);
  const short = shortener.text();
  if (short !== null) return short;
  const text = bytes.subarray(0, headBytes).toString("utf8");
  return JSON.stringify({ type: oversizedType, bytes: bytes.length, text });
}
