/** A wake's time, parsed without its time zone. */
export type WakeTime =
  | { kind: "naive"; text: string }
  | { kind: "refused"; why: "date_only" | "offset_given" | "utc_elsewhere" };

/** A trailing Z is allowed if the zone is UTC; any other offset could contradict the zone. */
export function readWakeTime(text: string, zone: string): WakeTime {
  const trimmed = text.trim();
  if (/^\d{4}-\d\d-\d\d$/.test(trimmed)) return { kind: "refused", why: "date_only" };
  if (/T.*[+-]\d\d(?::?\d\d)?$/i.test(trimmed)) return { kind: "refused", why: "offset_given" };
  if (!/Z$/i.test(trimmed)) return { kind: "naive", text: trimmed };
  if (!/^(?:UTC|Etc\/UTC)$/i.test(zone)) return { kind: "refused", why: "utc_elsewhere" };
  return { kind: "naive", text: trimmed.slice(0, -1) };
}

const leastLeadMs = 30_000;

/** The turn needs half a minute to end. Both are epoch ms. */
export const isFarEnough = (at: number, now: number): boolean => at - now > leastLeadMs;

/** The stored time of a wake that waits for an event: the latest possible date, so that such wakes sort last. */
export const noTime = 8.64e15;
