import { dateRange } from "../../../lib/date-bounds.ts";
import type { CostWindow } from "./model.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const defaultDays = 7;
const mostDays = 365;
/** Windows of up to this length have a bar for each hour. */
const hourlyMs = 2 * dayMs;

export interface WindowQuery {
  days?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** In milliseconds; `to` is not included. */
export interface Window {
  from: number;
  to: number;
  clamped: boolean;
  swapped: boolean;
  /** In whole days up to now; null if its bounds were given. */
  days: number | null;
}

/** R175, R184: from and to (X32) if one of them can be read, else the days up to now. */
export function windowOf({ days, from, to }: WindowQuery, now: number): Window {
  const { start, end, swapped: isReversed } = dateRange({ from, to });
  if (start === null && end === null) {
    const length = Math.min(Math.max(days ?? defaultDays, 1), mostDays);
    return { from: now - length * dayMs, to: now, clamped: false, swapped: false, days: length };
  }
  const last = end ?? now;
  const first = start ?? last - defaultDays * dayMs;
  const [low, high] = [Math.min(first, last), Math.max(first, last)];
  const swapped = isReversed || first > last;
  const clamped = high - low > mostDays * dayMs;
  return { from: clamped ? high - mostDays * dayMs : low, to: high, clamped, swapped, days: null };
}

export const bucketOf = ({ from, to }: Pick<Window, "from" | "to">): CostWindow["bucket"] =>
  to - from <= hourlyMs ? "hour" : "day";

export const bucketMs = { hour: hourMs, day: dayMs } as const;

export function labelOf({ days, from, to }: Window): string {
  if (days === 1) return "24 hours";
  if (days === mostDays) return "1 year";
  if (days !== null) return `${days} days`;
  return `${dateOf(from)} to ${dateOf(to - 1)}`;
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The name of a bucket: a date, or an hour of one. */
export const bucketName = (at: number, bucket: CostWindow["bucket"]): string =>
  new Date(at).toISOString().slice(0, bucket === "hour" ? 16 : 10);
