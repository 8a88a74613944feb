import { expect, it } from "vitest";
import { fixedShift, shiftAt, zoneShifts } from "./zone-shifts.ts";

const hour = 3_600_000;
const year = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };
const changes = (timeZone: string) =>
  zoneShifts(timeZone, year).map(({ from, ms }) => [
    Number.isFinite(from) ? new Date(from).toISOString() : null,
    ms / hour,
  ]);

it.each([
  ["UTC", [[null, 0]]],
  ["Asia/Kathmandu", [[null, 5.75]]],
  [
    "Europe/Berlin",
    [
      [null, 1],
      ["2026-03-29T01:00:00.000Z", 2],
      ["2026-10-25T01:00:00.000Z", 1],
    ],
  ],
  [
    "America/New_York",
    [
      [null, -5],
      ["2026-03-08T07:00:00.000Z", -4],
      ["2026-11-01T06:00:00.000Z", -5],
    ],
  ],
  [
    "Australia/Lord_Howe",
    [
      [null, 11],
      ["2026-04-04T15:00:00.000Z", 10.5],
      ["2026-10-03T15:30:00.000Z", 11],
    ],
  ],
])("says when the clocks of %s change in a year, and by how much", (timeZone, expected) => {
  expect(changes(timeZone)).toEqual(expected);
});

it("says how far a clock is ahead at a moment", () => {
  const shifts = zoneShifts("Europe/Berlin", year);
  const summer = Date.UTC(2026, 2, 29, 1);
  expect([summer - 1, summer, year.to].map((at) => shiftAt(shifts, at) / hour)).toEqual([1, 2, 1]);
  expect(shiftAt(fixedShift(-5 * hour), 0)).toBe(-5 * hour);
});
