import { describe, expect, it } from "vitest";
import { fullTime, shortAge, shortDateTime } from "./time.ts";

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
