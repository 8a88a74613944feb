import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import { linePicture, type PictureOf, readLine, timelineEntries } from "../transcripts/index.ts";
import type { TimelineEntry } from "../transcripts/model.ts";

const timelineLines = 1_000;

/** Builds the timeline and pictures of a subagent from its stored lines, on any thread. */
export const subagentTimeline = (lines: readonly string[], reader: TranscriptReader) => ({
  /** The entries of up to 1,000 lines, starting at line `from`. */
  page(from: number): { entries: TimelineEntry[]; to: number; line_count: number } {
    const page = lines.slice(from, from + timelineLines);
    const entries = page.flatMap((line, at) => timelineEntries(readLine({ index: from + at, line }, reader)));
    return { entries, to: Math.min(from, lines.length) + page.length, line_count: lines.length };
  },

  /** Returns the bytes of a picture; null if it does not exist. */
  picture(wanted: PictureOf): Uint8Array | null {
    const line = lines[wanted.line];
    return line === undefined ? null : linePicture(line, reader, wanted);
  },
});

/** The stored JSONL. */
export function* jsonlPieces(lines: readonly string[]): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}
