import { useSyncExternalStore } from "react";
import { text } from "./text.ts";

const minuteMs = 60_000;

const steps: readonly [limitMs: number, unitMs: number, unit: string][] = [
  [60 * minuteMs, minuteMs, "min"],
  [24 * 60 * minuteMs, 60 * minuteMs, "h"],
  [14 * 24 * 60 * minuteMs, 24 * 60 * minuteMs, "d"],
  [Number.POSITIVE_INFINITY, 7 * 24 * 60 * minuteMs, "w"],
];

/** A short age: "now", "5 min", "3 h", "2 d", "4 w". A future instant is "now". */
export function shortAge(instant: string, now: number): string {
  const ageMs = now - Date.parse(instant);
  if (!(ageMs >= minuteMs)) return "now";
  const [, unitMs, unit] = steps.find(([limitMs]) => ageMs < limitMs) ?? [0, minuteMs, "min"];
  return `${Math.floor(ageMs / unitMs)} ${unit}`;
}

export const ageAgo = (age: string): string => (age === "now" ? text.time.justNow : text.time.ago(age));

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "long" });

const zonedClock = new Intl.DateTimeFormat(undefined, { timeStyle: "short", timeZone: "UTC" });

const isInstant = (text: string): boolean => !Number.isNaN(Date.parse(text));

/** The local time of day. Returns the text unchanged if it is not an instant. */
export const timeOfDay = (instant: string): string =>
  isInstant(instant) ? clock.format(new Date(instant)) : instant;

/** The local date, time and time zone. */
export const fullTime = (instant: string): string =>
  isInstant(instant) ? full.format(new Date(instant)) : instant;

const withDay = new Intl.DateTimeFormat(undefined, { weekday: "short", hour: "numeric", minute: "2-digit" });
const withDate = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
});
/** Within this distance a weekday is unambiguous. */
const weekdayOnlyMs = 6 * 24 * 60 * minuteMs;

/** A date near now, as short as possible: "18:00", "Mon 09:00", "20 May, 09:00". */
export function shortDateTime(date: Date, now: Date): string {
  if (date.toDateString() === now.toDateString()) return clock.format(date);
  return (Math.abs(date.getTime() - now.getTime()) < weekdayOnlyMs ? withDay : withDate).format(date);
}

const mediumDate = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** The local date of an instant, with its year. */
export const dateOf = (instant: string): string =>
  isInstant(instant) ? mediumDate.format(new Date(instant)) : instant;

const ofThisYear = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short" });

/** A local date without its year if that is this one. */
export const nearDate = (date: Date, now: Date): string =>
  (date.getFullYear() === now.getFullYear() ? ofThisYear : mediumDate).format(date);

/** A date of the calendar, or one with its hour, that stands for the same day everywhere: "2026-11-03" or "2026-11-03T14:00". */
export function calendarTime(day: string, withYear: boolean): string {
  const isHour = day.length > 10;
  const form = new Intl.DateTimeFormat(undefined, {
    month: "short",
    day: "numeric",
    ...(withYear && { year: "numeric" }),
    ...(isHour && { hour: "numeric", minute: "2-digit" }),
    timeZone: "UTC",
  });
  return form.format(new Date(`${isHour ? day : `${day}T00:00`}:00Z`));
}

/** An instant as the clocks of a zone show it, such as "Mon, 30 Mar 2026, 09:00". */
export function zonedTime(at: string, timeZone: string): string {
  const form = {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  } as const;
  return new Intl.DateTimeFormat(undefined, { ...form, timeZone }).format(new Date(at));
}

const writtenInstant = /(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?: UTC|:\d{2}(?:\.\d+)?Z)/g;

/** Shows times in the local time zone; the service writes them as "2026-06-01 12:05 UTC" or as instants. */
export const localizeTimes = (sentence: string, now: number): string =>
  sentence.replace(writtenInstant, (written: string, day: string, time: string) => {
    const at = new Date(`${day}T${time}Z`);
    return Number.isNaN(at.getTime()) ? written : shortDateTime(at, new Date(now));
  });

const clockTime = "(?:[01]\\d|2[0-3]):[0-5]\\d";
const scheduledDate = new RegExp(`\\b(\\d{4}-\\d{2}-\\d{2}) (${clockTime})(?= \\()`, "g");
const scheduledTime = new RegExp(`\\bat (${clockTime})(?= \\()`, "g");

/** Writes the clock times of a schedule by locale, in the zone that is named in parentheses after them. */
export const scheduleByLocale = (sentence: string): string =>
  sentence
    .replace(scheduledDate, (_written, day: string, time: string) => calendarTime(`${day}T${time}`, true))
    .replace(
      scheduledTime,
      (_written, time: string) => `at ${zonedClock.format(new Date(`2000-01-01T${time}Z`))}`,
    );

const listeners = new Set<() => void>();
let now = Date.now();
let ticking: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  if (Math.floor(Date.now() / minuteMs) === Math.floor(now / minuteMs)) return;
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  tick();
  ticking ??= setInterval(tick, 10_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

/** One clock for all ages on the screen, in epoch ms; it ticks once a minute. */
export const useMinute = (): number => useSyncExternalStore(subscribe, () => now);
