import { describe, expect, it } from "vitest";
import {
  columnsOf,
  leftUntil,
  percentOf,
  planName,
  resetLabel,
  summaryOf,
  toneOf,
  type Window,
} from "./view-model.ts";

const now = Date.parse("2026-11-20T10:00:00Z");
const window = (more: Partial<Window>): Window => ({
  utilization: 0.5,
  effective_utilization: 0.5,
  status: "allowed",
  reset_at: "2026-11-20T12:05:00Z",
  reset_passed: false,
  ...more,
});

describe("a window", () => {
  it.each([
    ["counts down to its reset", window({}), "resets in 2 h 5 min"],
    ["says a minute at least", window({ reset_at: "2026-11-20T10:00:05Z" }), "resets in 1 min"],
    ["is reset from its very moment", window({ reset_at: "2026-11-20T10:00:00Z" }), "was reset"],
    ["is reset when the service says so", window({ reset_passed: true }), "was reset"],
    ["says that nobody knows", window({ reset_at: null }), "reset unknown"],
  ])("%s", (_title, shown, expected) => {
    expect(resetLabel(shown, now)).toBe(expected);
  });
});

it("warns from 80 percent, and is full at 100", () => {
  expect([null, 0.79, 0.8, 0.99, 1].map(toneOf)).toEqual(["calm", "calm", "warns", "warns", "full"]);
});

it("rounds shares, and says what is not reported", () => {
  expect([0.425, 1, null].map(percentOf)).toEqual(["43%", "100%", "not reported"]);
});

it("has nothing left of what has passed", () => {
  expect(leftUntil("2026-11-20T09:59:59Z", now)).toBeNull();
});

it("tells readings as columns and in words", () => {
  const readings = [
    { at: "2026-11-20T09:00:00Z", five_hour: 0.25, seven_day: null, trigger: "sample" },
    { at: "2026-11-20T10:00:00Z", five_hour: 0.75, seven_day: null, trigger: "turn" },
  ];
  expect(columnsOf(readings)).toEqual([
    [now / 1000 - 3_600, now / 1000],
    [25, 75],
    [null, null],
  ]);
  expect(summaryOf(readings)).toBe("2 readings. Highest use: 75% of 5 hours, not reported of 7 days.");
});

describe("planName", () => {
  it.each([
    ["max", "default_claude_max_20x", "Max 20x"],
    ["pro", "default_claude_ai", "Pro"],
    ["plus", null, "Plus"],
    ["free_workspace", null, "Free workspace"],
    [null, null, null],
  ])("names %s with the tier %s", (subscription_type, rate_limit_tier, name) => {
    expect(planName({ subscription_type, rate_limit_tier })).toBe(name);
  });
});
