import { expect, it } from "vitest";
import { orderOfDay, outOfTime, timeLimit } from "./time-limit.ts";

it.each([
  [{}, null],
  [{ SIGNALBOX_TEST_MINUTES: "" }, null],
  [{ SIGNALBOX_TEST_MINUTES: "many" }, null],
  [{ SIGNALBOX_TEST_MINUTES: "70" }, 4_200_000],
])("reads the limit of %j", (environment, limit) => {
  expect(timeLimit(environment)).toBe(limit);
});

it("says why a test is skipped once the time is over, and nothing before or without a limit", () => {
  expect(outOfTime("1000", 1_001)).toContain("the time of this run was over");
  expect([outOfTime("1000", 1_000), outOfTime(undefined, 5), outOfTime("", 5)]).toEqual([null, null, null]);
});

it("orders files the same way all day, and otherwise the next", () => {
  const files = Array.from({ length: 40 }, (_, at) => ({
    moduleId: `/checkout/test/e2e/page-${at}.test.ts`,
  }));
  const first = orderOfDay(files, new Date("2026-11-30T01:00:00Z"));
  expect(orderOfDay(files.toReversed(), new Date("2026-11-30T23:00:00Z"))).toEqual(first);
  expect(orderOfDay(files, new Date("2026-12-01T01:00:00Z"))).not.toEqual(first);
});
