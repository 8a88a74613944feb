import { describe, expect, it } from "vitest";
import { localDateTime } from "../../lib/local-date-time.ts";
import { snoozePresets } from "./snooze-presets.ts";

/** Months count from 0: 10 is November; 21 November 2026 is a Saturday. */
const at = (day: number, hour: number, minute = 0): Date => new Date(2026, 10, day, hour, minute);
const times = (now: Date) => snoozePresets(now).map(({ label, until }) => `${label} ${localDateTime(until)}`);

describe("the snooze presets", () => {
  it("are in local time", () => {
    expect(times(at(21, 16, 40))).toEqual([
      "In an hour 2026-11-21T17:40",
      "This evening 2026-11-21T18:00",
      "Tomorrow 2026-11-22T09:00",
      "Next Monday 2026-11-23T09:00",
    ]);
  });

  it("omit an evening that is less than an hour away", () => {
    expect(times(at(21, 17, 30))[1]).toBe("Tomorrow 2026-11-22T09:00");
  });

  it("list tomorrow once if it is a Monday", () => {
    expect(times(at(22, 20))).toEqual(["In an hour 2026-11-22T21:00", "Tomorrow 2026-11-23T09:00"]);
  });

  it("mean the following Monday on a Monday", () => {
    expect(times(at(23, 8)).at(-1)).toBe("Next Monday 2026-11-30T09:00");
  });

  it("cross the end of a year", () => {
    expect(times(new Date(2026, 11, 31, 23, 30))).toEqual([
      "In an hour 2027-01-01T00:30",
      "Tomorrow 2027-01-01T09:00",
      "Next Monday 2027-01-04T09:00",
    ]);
  });
});
