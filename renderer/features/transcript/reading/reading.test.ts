import { expect, it } from "vitest";
import type { TimelineEntry } from "../../../../server/domains/transcripts/transcripts/model.ts";
import { dayBegun, dayWords, headingsOf, lastUpTo } from "./reading.ts";

const prompt = (index: number, text: string): TimelineEntry => ({
  id: `${index}.0`,
  index,
  timestamp: null,
  event: { type: "user", text, images: 0 },
});
const error = (index: number): TimelineEntry => ({
  ...prompt(index, ""),
  event: { type: "error", message: "No" },
});

it("uses prompts as the headings of a transcript", () => {
  expect(headingsOf([prompt(0, "One"), error(1), prompt(5, "Two")])).toEqual([
    { line: 0, text: "One", timestamp: null },
    { line: 5, text: "Two", timestamp: null },
  ]);
});

it.each([
  [3, undefined],
  [4, 4],
  [6, 4],
  [7, 7],
  [99, 9],
])("at line %d is under heading %s", (line, expected) => {
  expect(lastUpTo([4, 7, 9], line, (one) => one)).toBe(expected);
});

it("has no heading without prompts", () => {
  expect(lastUpTo([], 3, (one: number) => one)).toBeUndefined();
});

it("names a day as briefly as possible", () => {
  const now = new Date(2026, 10, 20, 12).getTime();
  const at = (...[year, month, day]: [number, number, number]) => new Date(year, month, day, 1).toISOString();
  expect(dayWords(at(2026, 10, 20), now)).toBe("Today");
  expect(dayWords(at(2026, 10, 19), now)).toBe("Yesterday");
  expect(dayWords(at(2026, 10, 3), now)).toMatch(/3/);
  expect(dayWords(at(2026, 10, 3), now)).not.toMatch(/2026/);
  expect(dayWords(at(2025, 10, 3), now)).toMatch(/2025/);
  expect(dayWords(null, now)).toBeNull();
  expect(dayWords("soon", now)).toBeNull();
});

it("finds the entries that begin a day", () => {
  const at = (day: number, hour: number) => ({
    entry: { timestamp: new Date(2026, 10, day, hour).toISOString() },
  });
  const untimed = { entry: { timestamp: null } };
  const items = [untimed, at(3, 9), at(3, 23), untimed, at(4, 0), at(4, 1)];
  const begun = (fromStart: boolean) => items.map((_item, place) => dayBegun(items, place, fromStart));
  const second = items[4]?.entry.timestamp;
  expect(begun(true)).toEqual([null, items[1]?.entry.timestamp, null, null, second, null]);
  expect(begun(false)).toEqual([null, null, null, null, second, null]);
});
