import { expect, test } from "vitest";
import { dateBound } from "./date-bounds.ts";

test("a date is its day in UTC, which the end of a window includes; an instant is that moment", () => {
  expect(dateBound("2026-03-01", "start")).toBe(Date.UTC(2026, 2, 1));
  expect(dateBound("2026-03-01", "end")).toBe(Date.UTC(2026, 2, 2));
  expect(dateBound("2026-03-01T10:00:00Z", "end")).toBe(Date.UTC(2026, 2, 1, 10));
  expect(dateBound("2026-03-01T10:00:00+02:00", "start")).toBe(Date.UTC(2026, 2, 1, 8));
});

test.each(["", "yesterday", "2026-02-30", "2026-13-01", "2026-03-01T99:00:00Z", "1772323200", "03/01/2026"])(
  "%j is no date",
  (value) => {
    expect(dateBound(value, "start")).toBeNull();
  },
);
