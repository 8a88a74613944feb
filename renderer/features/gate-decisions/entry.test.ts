import { expect, it } from "vitest";
import { fieldName, isShort } from "./EntryValue.tsx";
import { readGatesSearch } from "./gates-search.ts";

it.each([
  ["lines_changed", "Lines changed"],
  ["ready-for-review", "Ready for review"],
  ["CI", "CI"],
  ["__", "__"],
])("the field %s is called %s", (key, name) => {
  expect(fieldName(key)).toBe(name);
});

it.each([
  ["medium", true],
  [false, true],
  [1_204, true],
  [null, true],
  ["x".repeat(81), false],
  ["two\nlines", false],
  [[1], false],
  [{ a: 1 }, false],
])("%o is short: %o", (value, expected) => {
  expect(isShort(value)).toBe(expected);
});

it("an address keeps the filters that can be used", () => {
  expect(
    readGatesSearch({ gate: "pr_merge", q: 12, from: "soon", feedback: true, session: "7", page: "x" }),
  ).toEqual({ gate: "pr_merge", q: "12", feedback: true, session: 7 });
  expect(readGatesSearch({ gate: "deploy", feedback: "yes", session: -1 })).toEqual({});
});
