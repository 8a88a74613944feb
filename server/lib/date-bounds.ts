const dayMs = 24 * 3_600_000;

/**
 * The start or the end of a window as callers write it, in milliseconds: an instant, or a date, which is its UTC day (X32).
 * An end is not included, so a date counts up to the next day. null if it is neither.
 */
export function dateBound(value: string, side: "start" | "end"): number | null {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(value);
  if (!isDate && !/^\d{4}-\d{2}-\d{2}T/.test(value)) return null;
  const at = Date.parse(value);
  if (Number.isNaN(at)) return null;
  // February 30 would count as March 2.
  if (isDate && new Date(at).toISOString().slice(0, 10) !== value) return null;
  return isDate && side === "end" ? at + dayMs : at;
}

export interface DateRange {
  /** Milliseconds; null for a bound that is missing or cannot be read. `end` is not included. */
  start: number | null;
  end: number | null;
  swapped: boolean;
}

/** A window as callers write it. Bounds in the wrong order are swapped first, so that both of two dates are included. */
export function dateRange({ from, to }: { from?: string | undefined; to?: string | undefined }): DateRange {
  const [first, last] = [from, to].map((value) => (value === undefined ? null : dateBound(value, "start")));
  const swapped = first != null && last != null && first > last;
  const [low, high] = swapped ? [to, from] : [from, to];
  return {
    start: low === undefined ? null : dateBound(low, "start"),
    end: high === undefined ? null : dateBound(high, "end"),
    swapped,
  };
}
