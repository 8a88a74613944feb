import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import {
  linePicture,
  type PictureOf,
  readLine,
  timelineEntries,
} from "../../transcripts/transcripts/index.ts";
import type { TimelineEntry } from "../../transcripts/transcripts/model.ts";

const timelineLines = 1_000;

/** What people look at of an agent's stored lines, whichever thread reads them. */
export const subagentReads = (lines: readonly string[], reader: TranscriptReader) => ({
  /** The entries of a page of lines, `from` a line on. */
  timeline(from: number): { entries: TimelineEntry[]; to: number; line_count: number } {
    const page = lines.slice(from, from + timelineLines);
    const entries = page.flatMap((line, at) => timelineEntries(readLine({ index: from + at, line }, reader)));
    return { entries, to: Math.min(from, lines.length) + page.length, line_count: lines.length };
  },

  /** The bytes of a picture; null where there is none. */
  picture(wanted: PictureOf): Uint8Array | null {
    const line = lines[wanted.line];
    return line === undefined ? null : linePicture(line, reader, wanted);
  },
});

/** The stored JSONL. */
export function* rawParts(lines: readonly string[]): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}
