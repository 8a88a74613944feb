import { expect, test } from "vitest";
import { instant, instantOrNull } from "./instant.ts";

const written = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, -5)}Z`;

test.each([
  ["the epoch", 0],
  ["the last millisecond of a day", Date.UTC(2026, 1, 28, 23, 59, 59, 999)],
  ["the next day", Date.UTC(2026, 2, 1)],
  ["a leap day", Date.UTC(2028, 1, 29, 12, 34, 56, 789)],
  ["before the epoch", -1],
  ["a part of a millisecond", 1_234_567_890_123.9],
  ["before the year 0", -62_200_000_000_000],
  ["after the year 9999", 253_402_300_800_000],
  ["the last moment that a Date can hold", 8.64e15],
])("%s is written like a Date, without milliseconds", (_what, epochMs) => {
  expect(instant(epochMs)).toBe(written(epochMs));
});

test("every second of a day, in and out of order with another day's", () => {
  const day = Date.UTC(2026, 10, 28);
  for (let second = 0; second < 86_400; second += 7) {
    expect(instant(day + second * 1_000)).toBe(written(day + second * 1_000));
    if (second % 100 === 0) expect(instant(day - second)).toBe(written(day - second));
  }
});

test("what is no moment is refused, and no moment at all is null", () => {
  expect(() => instant(Number.NaN)).toThrow(RangeError);
  expect(() => instant(8.64e15 + 86_400_000)).toThrow(RangeError);
  expect(instantOrNull(null)).toBeNull();
});
