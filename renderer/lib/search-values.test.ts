import { expect, it } from "vitest";
import { defined, readChoice, readDate, readNumber, readText } from "./search-values.ts";

it.each([
  [readText, " words ", "words"],
  [readText, 7, "7"],
  [readText, true, "true"],
  [readText, "  ", undefined],
  [readText, ["a"], undefined],
  [readText, "x".repeat(600), "x".repeat(500)],
  [readDate, "2026-03-01", "2026-03-01"],
  [readDate, "2026-13-01", undefined],
  [readDate, 20_260_301, undefined],
  [readNumber, "12", 12],
  [readNumber, 3, 3],
  [readNumber, 0, undefined],
  [readNumber, "-1", undefined],
  [readNumber, "1e3", undefined],
])("%o reads %o as %o", (read, given, expected) => {
  expect(read(given)).toBe(expected);
});

it("a choice is one of the known words", () => {
  expect(readChoice("a", ["a", "b"])).toBe("a");
  expect(readChoice("c", ["a", "b"])).toBeUndefined();
});

it("nothing is left of what is undefined", () => {
  expect(Object.keys(defined({ a: undefined, b: null, c: 0 }))).toEqual(["b", "c"]);
});
