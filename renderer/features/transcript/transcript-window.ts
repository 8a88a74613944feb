import type { TimelineEntry } from "../../../server/domains/transcripts/transcripts/model.ts";

/** Entries of the transcript lines `from` (inclusive) to `to` (exclusive), without a gap. */
export interface TranscriptWindow {
  entries: readonly TimelineEntry[];
  from: number;
  to: number;
  /** The number of lines that the service last reported. */
  lineCount: number;
  /** It does not reach the last line: a person is reading far back, and new lines are not added. */
  detached: boolean;
  /** Distinguishes it from the window that it replaced. */
  generation: number;
}

export interface TimelinePage {
  entries: readonly TimelineEntry[];
  from: number;
  to: number;
  line_count: number;
}

let generations = 0;

/** A window of one page, which replaces the previous one. */
export function windowOf({ entries, from, to, line_count }: TimelinePage): TranscriptWindow {
  generations += 1;
  const detached = to < line_count;
  return { entries, from, to, lineCount: line_count, detached, generation: generations };
}

/** The limit of a window; beyond it the oldest half is dropped and loaded again when scrolled to. */
const entryLimit = 20_000;

function trimmed(window: TranscriptWindow): TranscriptWindow {
  if (window.entries.length <= entryLimit) return window;
  const from = window.entries[window.entries.length - entryLimit / 2]?.index ?? window.from;
  return { ...window, from, entries: window.entries.filter(({ index }) => index >= from) };
}

/** Adds lines at the end. A page that does not begin where the window ends changes nothing. */
export function appendPage(window: TranscriptWindow, page: TimelinePage): TranscriptWindow {
  if (page.from !== window.to) return window;
  if (page.to === window.to && page.line_count === window.lineCount) return window;
  return trimmed({
    ...window,
    entries: [...window.entries, ...page.entries],
    to: page.to,
    lineCount: page.line_count,
    detached: window.detached && page.to < page.line_count,
  });
}

/** Whether the window has a line. */
export const holdsLine = ({ from, to }: Pick<TranscriptWindow, "from" | "to">, line: number): boolean =>
  line >= from && line < to;

/** Adds lines at the beginning. A page that does not end there changes nothing. */
export function prependPage(window: TranscriptWindow, page: TimelinePage): TranscriptWindow {
  if (page.to !== window.from || page.to === page.from) return window;
  return { ...window, entries: [...page.entries, ...window.entries], from: page.from };
}

/** With more missing lines than this, loading page by page is not worth it. */
const farBehind = 3_000;

export type CatchUp = "none" | "append" | "reload";

/** How to bring a window up to `lineCount` stored lines. Fewer than it has means that the transcript was replaced. */
export function decideCatchUp(window: TranscriptWindow, lineCount: number): CatchUp {
  if (lineCount < window.to) return "reload";
  // A person who is reading far back is not moved to the end.
  if (window.detached) return "none";
  if (lineCount - window.to > farBehind) return "reload";
  return lineCount === window.to ? "none" : "append";
}
