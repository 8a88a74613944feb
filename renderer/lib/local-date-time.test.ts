import { expect, it } from "vitest";
import { localDateTime } from "./local-date-time.ts";

it("formats local time for a date and time field", () => {
  expect(localDateTime(new Date(2031, 4, 20, 9, 5))).toBe("2031-05-20T09:05");
  expect(localDateTime(new Date(2031, 11, 1, 23, 59))).toBe("2031-12-01T23:59");
});
