import { expect, it } from "vitest";
import { formatChange, formatShare } from "./percent.ts";

it("rounds a share, but not to nothing", () => {
  expect([0, 0.004, 0.005, 0.894, 1].map(formatShare)).toEqual(["0%", "<1%", "1%", "89%", "100%"]);
});

it("marks what a figure grew by", () => {
  expect([-3.4, -0.4, 0, 0.4, 0.6, 12].map((percent) => formatChange(percent))).toEqual([
    "-3%",
    "0%",
    "0%",
    "0%",
    "+1%",
    "+12%",
  ]);
  expect(formatChange(2.25, 1)).toBe("+2.3%");
  expect(formatChange(-0.04, 1)).toBe("0.0%");
});
