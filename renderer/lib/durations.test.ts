import { expect, it } from "vitest";
import { formatDuration } from "./durations.ts";

it.each([
  [340, "340 ms"],
  [2_400, "2.4 s"],
  [185_000, "3 min 5 s"],
  [7_260_000, "2 h 1 min"],
])("formats %d ms as %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
