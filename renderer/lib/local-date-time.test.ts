import { expect, it, vi } from "vitest";
import { instantsOf, instantsOfHour, localDateTime } from "./local-date-time.ts";

it("formats local time for a date and time field", () => {
  expect(localDateTime(new Date(2031, 4, 20, 9, 5))).toBe("2031-05-20T09:05");
  expect(localDateTime(new Date(2031, 11, 1, 23, 59))).toBe("2031-12-01T23:59");
});

it("includes both dates of a range, whichever is the earlier", () => {
  const both = {
    from: new Date(2031, 4, 20).toISOString(),
    to: new Date(2031, 4, 23).toISOString(),
  };
  expect(instantsOf({ from: "2031-05-20", to: "2031-05-22" })).toEqual(both);
  expect(instantsOf({ from: "2031-05-22", to: "2031-05-20" })).toEqual(both);
  expect(instantsOf({ to: "2031-05-22" })).toEqual({ to: both.to });
});

it("bounds an hour by the clocks here, which is two hours when they go back", () => {
  vi.stubEnv("TZ", "America/New_York");
  try {
    expect(instantsOfHour("2026-11-01T00:00")).toEqual({
      from: "2026-11-01T04:00:00.000Z",
      to: "2026-11-01T05:00:00.000Z",
    });
    expect(instantsOfHour("2026-11-01T01:00")).toEqual({
      from: "2026-11-01T05:00:00.000Z",
      to: "2026-11-01T07:00:00.000Z",
    });
    expect(instantsOfHour("2026-03-08T01:00")).toEqual({
      from: "2026-03-08T06:00:00.000Z",
      to: "2026-03-08T07:00:00.000Z",
    });
  } finally {
    vi.unstubAllEnvs();
  }
});
