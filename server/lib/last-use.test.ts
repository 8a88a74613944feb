import { expect, it } from "vitest";
import { isUseToNote } from "./last-use.ts";

it.each([
  ["never", null, true],
  ["just now", 1_000_000, false],
  ["a millisecond less than a minute ago", 940_001, false],
  ["a minute ago", 940_000, true],
])("isUseToNote for what was used %s", (_title, lastUsedAt, expected) => {
  expect(isUseToNote(lastUsedAt, 1_000_000)).toBe(expected);
});

it("counts from the first moment on", () => {
  expect([isUseToNote(null, 0), isUseToNote(0, 59_999), isUseToNote(0, 60_000)]).toEqual([true, false, true]);
});
