import type { TimelineEntry } from "../../../../server/domains/transcripts/transcripts/model.ts";
import { nearDate } from "../../../lib/time.ts";
import { text } from "./text.ts";

/** A prompt, which begins a turn or a part of one. */
export interface Heading {
  line: number;
  text: string;
  timestamp: string | null;
}

export const headingsOf = (entries: readonly TimelineEntry[]): Heading[] =>
  entries.flatMap(({ index, timestamp, event }) =>
    event.type === "user" ? [{ line: index, text: event.text, timestamp }] : [],
  );

/** The last one at or before a line, of a list in line order. */
export function lastUpTo<T>(list: readonly T[], line: number, lineOf: (one: T) => number): T | undefined {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = list[middle];
    if (one !== undefined && lineOf(one) <= line) low = middle + 1;
    else high = middle;
  }
  return list[low - 1];
}

const dayMs = 24 * 60 * 60_000;

/** The local day of a time, as short as possible; null without a time. */
export function dayWords(instant: string | null, now: number): string | null {
  const date = new Date(instant ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return null;
  const day = date.toDateString();
  if (day === new Date(now).toDateString()) return text.today;
  if (day === new Date(now - dayMs).toDateString()) return text.yesterday;
  return nearDate(date, new Date(now));
}

const dayOf = (instant: string | null): string | null => {
  const date = new Date(instant ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toDateString();
};

interface Timed {
  entry: { timestamp: string | null };
}

/**
 * The time of an entry that begins a day, else null. The first loaded entry begins a day only at the start of the
 * transcript, because the lines before it may be of the same day.
 */
export function dayBegun(items: readonly Timed[], at: number, fromStart: boolean): string | null {
  const instant = items[at]?.entry.timestamp ?? null;
  const day = dayOf(instant);
  if (day === null) return null;
  for (let before = at - 1; before >= 0; before -= 1) {
    const earlier = dayOf(items[before]?.entry.timestamp ?? null);
    if (earlier !== null) return earlier === day ? null : instant;
  }
  return fromStart ? instant : null;
}
