import { expect, it } from "vitest";
import { isMostlyChanged, wordsOf } from "./word-marks.ts";

it.each([
  ["export const limit_2 = 25;", ["export", " ", "const", " ", "limit_2", " ", "=", " ", "25", ";"]],
  ["größe  += 'é'", ["größe", "  ", "+", "=", " ", "'", "é", "'"]],
  ["", []],
])("compares %j word by word", (line, words) => {
  expect(wordsOf(line)).toEqual(words);
});

it("leaves out marks where more than 60 % of the characters changed, whitespace aside", () => {
  const first = (end: number) => [{ start: 0, end }];
  expect(isMostlyChanged("abcdefghij", first(6))).toBe(false);
  expect(isMostlyChanged("abcdefghij", first(7))).toBe(true);
  expect(isMostlyChanged("abcdef    ghij", first(10))).toBe(false);
  expect(isMostlyChanged("    ", first(4))).toBe(false);
});
