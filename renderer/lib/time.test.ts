import { describe, expect, it } from "vitest";
import {
  calendarTime,
  dateOf,
  fullTime,
  localizeTimes,
  nearDate,
  scheduleByLocale,
  shortAge,
  shortDateTime,
} from "./time.ts";

const start = "2026-03-01T12:00:00Z";
const at = Date.parse(start);
const minute = 60_000;
const hour = 60 * minute;

describe("shortAge", () => {
  it.each([
    ["now", minute - 1],
    ["1 min", minute],
    ["59 min", hour - 1],
    ["1 h", hour],
    ["23 h", 24 * hour - 1],
    ["1 d", 24 * hour],
    ["13 d", 14 * 24 * hour - 1],
    ["2 w", 14 * 24 * hour],
    ["now", -hour],
  ])("says %s after %i ms", (expected, ageMs) => {
    expect(shortAge(start, at + ageMs)).toBe(expected);
  });
});

it("returns text unchanged if it is not an instant", () => {
  expect(fullTime("yesterday")).toBe("yesterday");
});

describe("shortDateTime", () => {
  const now = new Date(2026, 10, 21, 16);
  const words = (...date: [number, number, number, number]) => shortDateTime(new Date(...date), now);

  it("is as short as it can be", () => {
    expect(words(2026, 10, 21, 18)).not.toMatch(/[a-z]{3}/i);
    expect(words(2026, 10, 23, 9)).toContain("Mon");
    expect(words(2027, 4, 20, 9)).toMatch(/May.*20|20.*May/);
  });
});

it("shows times in the local time zone", () => {
  const at = new Date(2026, 5, 1, 14, 5);
  const sentence = `It is tried again at ${at.toISOString().slice(0, 16).replace("T", " ")} UTC.`;
  const here = new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(at);
  expect(localizeTimes(sentence, at.getTime())).toBe(`It is tried again at ${here}.`);
  const monthsLater = new Date(2026, 8, 1).getTime();
  expect(localizeTimes(sentence, monthsLater)).toMatch(/\bJun\b|\b1\b/);
  expect(localizeTimes("It waits for a person.", at.getTime())).toBe("It waits for a person.");
  expect(localizeTimes(`Nothing starts until ${at.toISOString()}`, at.getTime())).toBe(
    `Nothing starts until ${here}`,
  );
  const second = `${at.toISOString().slice(0, -5)}Z`;
  expect(localizeTimes(`It goes on at ${second}.`, at.getTime())).toBe(`It goes on at ${here}.`);
  expect(localizeTimes("2026-99-99T12:05:00Z", at.getTime())).toBe("2026-99-99T12:05:00Z");
});

it("writes the clock times of a schedule by locale", () => {
  const two = new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(new Date(2026, 0, 1, 14, 5));
  expect(scheduleByLocale("Every day at 14:05 (Europe/Berlin)")).toBe(`Every day at ${two} (Europe/Berlin)`);
  expect(scheduleByLocale("Once at 2026-12-01 14:05 (UTC)")).toMatch(
    /^Once at .*2026.*(?:14|2):05.* \(UTC\)$/,
  );
  expect(scheduleByLocale("Every 3 hours")).toBe("Every 3 hours");
});

it("shows a date of the calendar as it is, in every time zone", () => {
  expect(calendarTime("2026-11-03", false)).toMatch(/^(?:Nov 3|3 Nov)$/);
  expect(calendarTime("2026-11-03", true)).toContain("2026");
  expect(calendarTime("2026-11-03T14:00", false)).toMatch(/3.*(?:14|2):00/);
});

it("leaves out the year of a date if it is this one", () => {
  const now = new Date(2026, 10, 21);
  expect(nearDate(new Date(2026, 4, 20), now)).not.toContain("2026");
  expect(nearDate(new Date(2025, 4, 20), now)).toContain("2025");
  expect(dateOf(new Date(2026, 4, 20).toISOString())).toContain("2026");
  expect(dateOf("yesterday")).toBe("yesterday");
});
