import { expect, it } from "vitest";
import { formatDuration, formatLongDuration } from "./durations.ts";

it.each([
  [340, "340 ms"],
  [2_400, "2.4 s"],
  [185_000, "3 min 5 s"],
  [7_200_000, "2 h"],
  [7_260_000, "2 h 1 min"],
])("formats %d ms as %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it.each([
  [5_400, "5 s"],
  [179_000, "3 min"],
  [7_200_000, "2 h"],
  [7_199_997, "2 h"],
  [7_260_000, "2 h 1 min"],
  [40 * 86_400_000, "40 days"],
])("formats %i ms without the small change", (ms, text) => {
  expect(formatLongDuration(ms)).toBe(text);
});
