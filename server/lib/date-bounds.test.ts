import { expect, test } from "vitest";
import { dateBound, dateRange } from "./date-bounds.ts";

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

test("a range includes both of its dates, in whatever order they are", () => {
  const both = { start: Date.UTC(2026, 2, 1), end: Date.UTC(2026, 2, 5) };
  expect(dateRange({ from: "2026-03-01", to: "2026-03-04" })).toEqual({ ...both, swapped: false });
  expect(dateRange({ from: "2026-03-04", to: "2026-03-01" })).toEqual({ ...both, swapped: true });
  expect(dateRange({ from: "2026-03-04", to: "2026-03-04T00:00:00Z" }).swapped).toBe(false);
  expect(dateRange({ from: "soon" })).toEqual({ start: null, end: null, swapped: false });
});
