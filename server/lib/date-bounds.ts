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
