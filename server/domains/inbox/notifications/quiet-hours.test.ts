import { expect, it } from "vitest";
import { quietUntil } from "./quiet-hours.ts";

const night = { on: true, from: "22:00", to: "07:00", time_zone: "UTC" };
const at = (text: string): number => Date.parse(text);

it.each([
  ["before they begin", night, "2026-06-01T21:59:59Z", null],
  ["as they begin", night, "2026-06-01T22:00:00Z", "2026-06-02T07:00:00Z"],
  ["after midnight", night, "2026-06-02T03:00:00Z", "2026-06-02T07:00:00Z"],
  ["just before their end", night, "2026-06-02T06:59:59Z", "2026-06-02T07:00:00Z"],
  ["at their end", night, "2026-06-02T07:00:00Z", null],
  ["turned off", { ...night, on: false }, "2026-06-02T03:00:00Z", null],
  [
    "within one day",
    { ...night, from: "12:00", to: "13:30" },
    "2026-06-01T12:30:00Z",
    "2026-06-01T13:30:00Z",
  ],
  ["outside of those within one day", { ...night, from: "12:00", to: "13:30" }, "2026-06-01T14:00:00Z", null],
  ["of no length", { ...night, from: "12:00", to: "12:00" }, "2026-06-01T12:00:00Z", null],
  [
    "of another zone",
    { ...night, time_zone: "Asia/Kolkata" },
    "2026-06-01T17:00:00Z",
    "2026-06-02T01:30:00Z",
  ],
  [
    "of a night in which the clocks go forward",
    { ...night, time_zone: "Europe/Berlin" },
    "2026-03-28T22:00:00Z",
    "2026-03-29T05:00:00Z",
  ],
])("ends them right %s", (_title, hours, now, end) => {
  expect(quietUntil(hours, at(now))).toBe(end === null ? null : at(end));
});
