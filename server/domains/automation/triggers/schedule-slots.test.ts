import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { weekDays } from "./model.ts";
import { nextSlot, slotsUntil, upcomingRuns } from "./schedule-slots.ts";

/** On both sides of the equator, with half hours, without a change of clocks, and with one of thirty minutes. */
const zones = [
  "America/New_York",
  "America/Santiago",
  "America/St_Johns",
  "Europe/Berlin",
  "Africa/Cairo",
  "Asia/Jerusalem",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "Antarctica/Troll",
];
const from = Date.parse("2020-01-01T12:00:00Z");
const until = Date.parse("2030-01-01T12:00:00Z");

/** Every slot of the ten years, each computed from the one before. */
function slotsOf(settings: Record<string, unknown>): number[] {
  const slots: number[] = [];
  let last: number | null = null;
  for (;;) {
    const at: number = nextSlot(settings, last ?? from, last);
    if (at > until) return slots;
    slots.push(at);
    last = at;
  }
}

/** The same days by Temporal, which moves a skipped time ahead and takes the first of a repeated one. */
function expectedSlots(zone: string, time: string, days: { every: number; weekDay?: number }): number[] {
  const start = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone).toPlainDate();
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const slots: number[] = [];
  for (let date = start; ; date = date.add({ days: slots.length === 0 ? 1 : days.every })) {
    if (days.weekDay !== undefined && date.dayOfWeek !== days.weekDay) continue;
    const at = date.toZonedDateTime({ timeZone: zone, plainTime: { hour, minute } }).epochMilliseconds;
    if (at > until) return slots;
    if (at > from) slots.push(at);
  }
}

describe.each(zones)("in %s, for ten years", (timezone) => {
  it.each(["00:00", "02:15", "02:30"])("a daily schedule at %s fires when Temporal says", (time) => {
    expect(slotsOf({ interval: 1, unit: "days", time, timezone })).toEqual(
      expectedSlots(timezone, time, { every: 1 }),
    );
  });

  it("a weekly one and one of every third day do too", () => {
    const settings = { time: "01:30", timezone };
    expect(slotsOf({ ...settings, interval: 1, unit: "weeks", day_of_week: "sunday" })).toEqual(
      expectedSlots(timezone, "01:30", { every: 7, weekDay: 7 }),
    );
    expect(slotsOf({ ...settings, interval: 3, unit: "days" })).toEqual(
      expectedSlots(timezone, "01:30", { every: 3 }),
    );
  });
});

it.each(weekDays.map((day, index) => [day, index + 1] as const))("finds the next %s", (day_of_week, iso) => {
  const at = nextSlot({ interval: 1, unit: "weeks", time: "09:00", day_of_week }, from, null);
  const found = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO("UTC");
  expect([found.dayOfWeek, found.hour]).toEqual([iso, 9]);
  expect(at - from).toBeLessThanOrEqual(7 * 86_400_000);
});

describe("a schedule in minutes or hours", () => {
  const minutes = { interval: 10, unit: "minutes" };
  const minute = 60_000;

  it("fires first one interval after the minute it began in", () => {
    expect(nextSlot(minutes, from + 1_234, null)).toBe(from + 10 * minute);
    expect(nextSlot({ interval: 2, unit: "hours" }, from, null)).toBe(from + 120 * minute);
  });

  it("keeps its phase when a run is late, and goes over what it missed", () => {
    expect(nextSlot(minutes, from + 3_000, from)).toBe(from + 10 * minute);
    expect(nextSlot(minutes, from + 35 * minute, from)).toBe(from + 40 * minute);
    expect(slotsUntil(minutes, from, from + 35 * minute)).toBe(4);
  });
});

it("counts the days it missed", () => {
  const daily = { interval: 1, unit: "days", time: "12:00", timezone: "UTC" };
  expect(slotsUntil(daily, from, from + 3 * 86_400_000 + 1)).toBe(4);
  expect(nextSlot(daily, from + 3 * 86_400_000 + 1, from)).toBe(from + 4 * 86_400_000);
});

it("marks the run whose time the clocks skip", () => {
  const berlin = { interval: 1, unit: "days", time: "02:30", timezone: "Europe/Berlin" };
  const runs = upcomingRuns(berlin, Date.parse("2026-03-28T00:00:00Z"), 3);
  expect(runs.map(({ at, shifted }) => [new Date(at).toISOString(), shifted])).toEqual([
    ["2026-03-28T01:30:00.000Z", false],
    ["2026-03-29T01:30:00.000Z", true],
    ["2026-03-30T00:30:00.000Z", false],
  ]);
});

it("shows one run of a one-time schedule", () => {
  const once = { scheduled_at: "2026-05-01T09:00:00", timezone: "Europe/Berlin" };
  expect(upcomingRuns(once, from, 5)).toEqual([{ at: Date.parse("2026-05-01T07:00:00Z"), shifted: false }]);
  const skipped = { ...once, scheduled_at: "2026-03-29T02:30:00" };
  expect(upcomingRuns(skipped, from, 5)).toEqual([{ at: Date.parse("2026-03-29T01:30:00Z"), shifted: true }]);
});
