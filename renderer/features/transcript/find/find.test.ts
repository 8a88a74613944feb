import { describe, expect, it } from "vitest";
import { findStatus, placesOf, type Step, steppedTo } from "./find.ts";

it.each([
  [
    "ab AB a",
    "ab",
    [
      [0, 2],
      [3, 5],
    ],
  ],
  ["1 + 1 (x)", "(x)", [[6, 9]]],
  ["text", " ", []],
])("%j has %j at %j", (text, query, expected) => {
  expect(placesOf([text], query).map(([from, to]) => [from[1], to[1]])).toEqual(expected);
});

it.each([
  [
    "within one",
    ["let a", " = 1"],
    "= 1",
    [
      [
        [1, 1],
        [1, 4],
      ],
    ],
  ],
  [
    "across two",
    ["const", " ", "word", ";"],
    "t word",
    [
      [
        [0, 4],
        [2, 4],
      ],
    ],
  ],
  [
    "up to a border",
    ["ab", "cd"],
    "ab",
    [
      [
        [0, 0],
        [0, 2],
      ],
    ],
  ],
  [
    "from a border",
    ["ab", "", "cd"],
    "cd",
    [
      [
        [2, 0],
        [2, 2],
      ],
    ],
  ],
  ["nowhere", ["a", "b"], "ba", []],
])("finds a text %s in the parts of a line", (_title, texts, query, expected) => {
  expect(placesOf(texts, query)).toEqual(expected);
});

describe("a step", () => {
  const lines = [3, 7, 90];
  it.each<[string, number | null, Step, number | null]>([
    ["back begins with the newest", null, -1, 90],
    ["on begins with the oldest", null, 1, 3],
    ["goes back", 90, -1, 7],
    ["goes on", 3, 1, 7],
    ["goes round at the beginning", 3, -1, 90],
    ["goes round at the end", 90, 1, 3],
    ["goes on from a line that is none of them any more", 50, 1, 90],
  ])("%s", (_title, current, step, expected) => {
    expect(steppedTo(lines, current, step)).toBe(expected);
  });

  it("does nothing without a match", () => {
    expect(steppedTo([], null, 1)).toBeNull();
  });
});

it.each([
  [{ lines: [], searching: true }, "Searching"],
  [{ lines: [] }, "No matches"],
  [{ lines: [1, 2] }, "2 found"],
  [{ lines: [1, 2], current: 2 }, "2 of 2"],
  [{ lines: [1, 2], truncated: true }, "2+ found"],
  [{ lines: [], failed: true }, "Search failed"],
])("%j is shown as %s", (found, words) => {
  expect(findStatus({ current: null, searching: false, failed: false, truncated: false, ...found })).toBe(
    words,
  );
});
