import { zonedInstant } from "../../../lib/wall-clock.ts";
import type { NotificationPreferences } from "./model.ts";

const dayMs = 24 * 60 * 60_000;

/** Epoch ms at which the current quiet hours end; null outside of quiet hours. */
export function quietUntil(hours: NotificationPreferences["quiet_hours"], now: number): number | null {
  const [from, to] = [sinceMidnight(hours.from), sinceMidnight(hours.to)];
  const shown = shownAt(now, hours.time_zone);
  const midnight = Math.floor(shown / dayMs) * dayMs;
  const time = shown - midnight;
  const isWithin = from <= to ? from <= time && time < to : from <= time || time < to;
  if (!hours.on || !isWithin) return null;
  return zonedInstant(midnight + to + (time < to ? 0 : dayMs), hours.time_zone);
}

const sinceMidnight = (timeOfDay: string): number => Date.parse(`1970-01-01T${timeOfDay}:00Z`);

/** The local time in the zone, expressed as if it were UTC; to the minute. */
function shownAt(instant: number, timeZone: string): number {
  // Swedish dates are ISO 8601.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return Date.parse(`${format.format(instant).replace(" ", "T")}:00Z`);
}
