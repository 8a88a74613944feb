import type { TimelineEntry } from "../../../server/domains/transcripts/transcripts/model.ts";

/** Entries of the transcript lines `from` (inclusive) to `to` (exclusive), without a hole. */
export interface TranscriptWindow {
  entries: readonly TimelineEntry[];
  from: number;
  to: number;
  /** Lines the service had when it was last asked. */
  lineCount: number;
  /** It does not reach the last line: somebody looks at lines far back, and what comes is not added. */
  detached: boolean;
  /** Told apart from the window that it took the place of. */
  generation: number;
}

export interface TimelinePage {
  entries: readonly TimelineEntry[];
  from: number;
  to: number;
  line_count: number;
}

let generations = 0;

/** A window of one page, in place of whatever was held. */
export function windowOf({ entries, from, to, line_count }: TimelinePage): TranscriptWindow {
  generations += 1;
  const detached = to < line_count;
  return { entries, from, to, lineCount: line_count, detached, generation: generations };
}

/** A ceiling on what one page keeps; beyond it the oldest half goes and is fetched again when scrolled to. */
const entryLimit = 20_000;

function trimmed(window: TranscriptWindow): TranscriptWindow {
  if (window.entries.length <= entryLimit) return window;
  const from = window.entries[window.entries.length - entryLimit / 2]?.index ?? window.from;
  return { ...window, from, entries: window.entries.filter(({ index }) => index >= from) };
}

/** Adds lines at the end. A page that begins elsewhere than the window ends is not this window's and changes nothing. */
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

/** Whether a line is among those held. */
export const holdsLine = ({ from, to }: Pick<TranscriptWindow, "from" | "to">, line: number): boolean =>
  line >= from && line < to;

/** Adds lines before the first; a page that does not end there changes nothing. */
export function prependPage(window: TranscriptWindow, page: TimelinePage): TranscriptWindow {
  if (page.to !== window.from || page.to === page.from) return window;
  return { ...window, entries: [...page.entries, ...window.entries], from: page.from };
}

/** More lines behind than are worth fetching one page after the other. */
const farBehind = 3_000;

export type CatchUp = "none" | "append" | "reload";

/** What brings a window up to `lineCount` stored lines. Fewer than it holds means that the transcript was replaced. */
export function decideCatchUp(window: TranscriptWindow, lineCount: number): CatchUp {
  if (lineCount < window.to) return "reload";
  // Who reads far back is not carried to the end.
  if (window.detached) return "none";
  if (lineCount - window.to > farBehind) return "reload";
  return lineCount === window.to ? "none" : "append";
}
