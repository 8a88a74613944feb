import type { TimelineEntry } from "../../../../server/domains/transcripts/transcripts/model.ts";

/** What a person wrote to the agent: the beginning of a turn, or of a part of one. */
export interface Heading {
  line: number;
  text: string;
  timestamp: string | null;
}

export const headingsOf = (entries: readonly TimelineEntry[]): Heading[] =>
  entries.flatMap(({ index, timestamp, event }) =>
    event.type === "user" ? [{ line: index, text: event.text, timestamp }] : [],
  );

/** The last that stands at a line or before it, of some in the order of their lines. */
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

const sameYear = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short" });
const otherYear = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const dayMs = 24 * 60 * 60_000;

/** The day of an instant here, in as few words as name it; null where there is none. */
export function dayWords(instant: string | null, now: number): string | null {
  const moment = new Date(instant ?? Number.NaN);
  if (Number.isNaN(moment.getTime())) return null;
  const day = moment.toDateString();
  if (day === new Date(now).toDateString()) return "Today";
  if (day === new Date(now - dayMs).toDateString()) return "Yesterday";
  return (moment.getFullYear() === new Date(now).getFullYear() ? sameYear : otherYear).format(moment);
}

const dayOf = (instant: string | null): string | null => {
  const moment = new Date(instant ?? Number.NaN);
  return Number.isNaN(moment.getTime()) ? null : moment.toDateString();
};

interface Timed {
  entry: { timestamp: string | null };
}

/**
 * The instant of an entry with which a day begins here, else null. The first one that is loaded begins one only at the
 * start of the transcript: what comes before it may be of the same day.
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
