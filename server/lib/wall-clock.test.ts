import { describe, expect, it } from "vitest";
import { isTimeZone, readWallClock, zonedInstant } from "./wall-clock.ts";

const instantOf = (text: string, zone: string): string => {
  const read = readWallClock(text);
  if (read.kind !== "wall") throw new Error(`${text} is ${read.kind}`);
  return new Date(zonedInstant(read.asUtcMs, zone)).toISOString();
};

describe("a wall clock", () => {
  it.each([
    ["with a minute", "2031-02-28T23:59"],
    ["with a second", "2031-02-28T23:59:30"],
    ["with a fraction", "2031-02-28T23:59:30.5"],
    ["in small letters", "2031-02-28t23:59"],
  ])("is read %s", (_title, text) => {
    expect(readWallClock(text)).toMatchObject({ kind: "wall" });
  });

  it.each(["2031-02-28T23:59Z", "2031-02-28T23:59:00+02:00", "2031-02-28T23:59-0500", "2031-02-28T23:59+01"])(
    "knows that %s has an offset of its own",
    (text) => {
      expect(readWallClock(text)).toEqual({ kind: "has_offset" });
    },
  );

  it.each([
    "",
    "tomorrow",
    "2031-02-28",
    "2031-02-29T10:00",
    "2031-13-01T10:00",
    "2031-02-28T24:30",
    "0031-02-28T10:00",
  ])("does not read %s", (text) => {
    expect(readWallClock(text)).toEqual({ kind: "unreadable" });
  });
});

describe("an instant in a zone", () => {
  it.each([
    ["in UTC", "2031-01-15T09:30", "UTC", "2031-01-15T09:30:00.000Z"],
    ["in winter", "2031-01-15T09:30", "Europe/Berlin", "2031-01-15T08:30:00.000Z"],
    ["in summer", "2031-07-15T09:30", "Europe/Berlin", "2031-07-15T07:30:00.000Z"],
    ["west of Greenwich", "2031-01-15T20:00", "America/New_York", "2031-01-16T01:00:00.000Z"],
    ["with an odd offset", "2031-01-15T09:30", "Asia/Kathmandu", "2031-01-15T03:45:00.000Z"],
    ["that the clocks skip", "2031-03-30T02:30", "Europe/Berlin", "2031-03-30T01:30:00.000Z"],
    ["just before the clocks skip", "2031-03-30T01:59", "Europe/Berlin", "2031-03-30T00:59:00.000Z"],
    ["just after the clocks skip", "2031-03-30T03:00", "Europe/Berlin", "2031-03-30T01:00:00.000Z"],
    ["that comes twice", "2031-10-26T02:30", "Europe/Berlin", "2031-10-26T00:30:00.000Z"],
    ["that comes twice in the west", "2031-11-02T01:30", "America/New_York", "2031-11-02T05:30:00.000Z"],
  ])("is found %s", (_title, text, zone, expected) => {
    expect(instantOf(text, zone)).toBe(expected);
  });

  it("is found for names of the IANA database only", () => {
    expect(["UTC", "Asia/Tokyo", "america/new_york"].map(isTimeZone)).toEqual([true, true, true]);
    expect(["", "+02:00", "Mars/Base", "Europe Berlin"].map(isTimeZone)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
