import { shownAt, zonedInstant } from "../../../lib/wall-clock.ts";
import { scheduledInstant } from "./configuration.ts";
import { type scheduleUnits, weekDays } from "./model.ts";

type Settings = Readonly<Record<string, unknown>>;

interface Recurring {
  interval: number;
  unit: (typeof scheduleUnits)[number];
  /** Of the day, in ms; 0 for schedules in minutes and hours. */
  timeMs: number;
  /** 0 is Sunday; null unless the schedule is in weeks. */
  weekDay: number | null;
  timezone: string;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A slot that is this late counts as missed: the machine was asleep, or the service was not running. */
export const lateMs = 5 * minuteMs;

function recurringOf(settings: Settings): Recurring {
  const { time, timezone } = settings;
  const [hours = 0, minutes = 0] = typeof time === "string" ? time.split(":").map(Number) : [];
  const isWeekly = settings["unit"] === "weeks";
  const weekDay = (weekDays.findIndex((name) => name === settings["day_of_week"]) + 1) % 7;
  return {
    interval: Number(settings["interval"]),
    unit: settings["unit"] as Recurring["unit"],
    timeMs: hours * hourMs + minutes * minuteMs,
    weekDay: isWeekly ? weekDay : null,
    timezone: typeof timezone === "string" ? timezone : "UTC",
  };
}

/**
 * When a schedule fires first after `after`; epoch ms. `last` is the slot before it, null for a schedule that begins now. A
 * time that the zone's clocks skip fires as much later as they skip; one that they show twice fires the first time.
 */
export function nextSlot(settings: Settings, after: number, last: number | null): number {
  const at = scheduledInstant(settings);
  if (at !== null) return at;
  const schedule = recurringOf(settings);
  if (schedule.unit === "minutes" || schedule.unit === "hours") return nextInterval(schedule, after, last);
  return nextDated(schedule, after, last);
}

/** The interval counts from the slot before, not from when that one really fired, so that it does not drift. */
function nextInterval({ interval, unit }: Recurring, after: number, last: number | null): number {
  const stepMs = interval * (unit === "hours" ? hourMs : minuteMs);
  const from = last ?? Math.floor(after / minuteMs) * minuteMs;
  return from + stepMs * Math.max(1, Math.floor((after - from) / stepMs) + 1);
}

function nextDated(schedule: Recurring, after: number, last: number | null): number {
  const { interval, timeMs, weekDay, timezone } = schedule;
  const dayOf = (at: number): number => Math.floor(shownAt(at, timezone) / dayMs) * dayMs;
  const instantOn = (day: number): number => zonedInstant(day + timeMs, timezone);
  const unitMs = weekDay === null ? dayMs : 7 * dayMs;
  const stepMs = last === null ? unitMs : interval * unitMs;
  const today = dayOf(after);
  const skipped = last === null ? 0 : Math.max(1, Math.floor((today - dayOf(last)) / stepMs));
  let day = last === null ? firstDay(today, weekDay) : dayOf(last) + skipped * stepMs;
  while (instantOn(day) <= after) day += stepMs;
  return instantOn(day);
}

/** 1 January 1970 was a Thursday. */
function firstDay(today: number, weekDay: number | null): number {
  if (weekDay === null) return today;
  const isDay = (((today / dayMs + 4) % 7) + 7) % 7;
  return today + ((weekDay - isDay + 7) % 7) * dayMs;
}

/** The slots after `since` and until `now`, the oldest first. */
export function slotsSince(settings: Settings, since: number, now: number): number[] {
  const slots: number[] = [];
  let slot = nextSlot(settings, since, null);
  if (scheduledInstant(settings) !== null) return slot > since && slot <= now ? [slot] : [];
  for (; slot <= now; slot = nextSlot(settings, slot, slot)) slots.push(slot);
  return slots;
}

/** The slots from `first` until `now`, of which only the last one can still be made up for. */
export function slotsUntil(settings: Settings, first: number, now: number): number {
  if (scheduledInstant(settings) !== null) return 1;
  const { interval, unit } = recurringOf(settings);
  if (unit === "minutes" || unit === "hours") {
    const stepMs = interval * (unit === "hours" ? hourMs : minuteMs);
    return Math.floor((now - first) / stepMs) + 1;
  }
  let count = 0;
  for (let slot = first; slot <= now; slot = nextSlot(settings, slot, slot)) count++;
  return count;
}

export interface ScheduledRun {
  at: number;
  /** The clocks skip the time of the schedule on this day. */
  shifted: boolean;
}

/** The next runs of a schedule that begins now. */
export function upcomingRuns(settings: Settings, now: number, count: number): ScheduledRun[] {
  const runs: ScheduledRun[] = [];
  let last: number | null = null;
  const isOnce = scheduledInstant(settings) !== null;
  while (runs.length < (isOnce ? 1 : count)) {
    const at: number = nextSlot(settings, last ?? now, last);
    runs.push({ at, shifted: isShifted(settings, at) });
    last = at;
  }
  return runs;
}

function isShifted(settings: Settings, at: number): boolean {
  const { unit, timeMs, timezone } = recurringOf(settings);
  const shown = shownAt(at, timezone);
  const { scheduled_at: once } = settings;
  if (typeof once === "string") return !new Date(shown).toISOString().startsWith(once.slice(0, 16));
  if (unit !== "days" && unit !== "weeks") return false;
  return shown - Math.floor(shown / dayMs) * dayMs !== timeMs;
}
