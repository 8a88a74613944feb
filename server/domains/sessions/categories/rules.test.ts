import { describe, expect, it, test } from "vitest";
import type { CategoryPlace } from "./model.ts";
import { checkPlaces, readDescription, readId, readName, reordered } from "./rules.ts";

describe("a name", () => {
  test.each([
    ["  Lamps ", "Lamps"],
    ["Oil\n\tand\u0000 wicks", "Oil and wicks"],
    ["👩‍🚀 Space", "👩‍🚀 Space"],
    ["😀".repeat(100), "😀".repeat(100)],
  ])("%j is %j", (given, name) => {
    expect(readName(given)).toBe(name);
  });

  test.each([
    ["", "A category needs a name"],
    [" \n ", "A category needs a name"],
    ["x".repeat(101), "The name can have at most 100 characters"],
  ])("%j is refused", (given, message) => {
    expect(() => readName(given)).toThrow(message);
  });
});

describe("a description", () => {
  test.each([
    [null, null],
    ["  ", null],
    [" For\nlamps ", "For\nlamps"],
  ])("%j is %j", (given, description) => {
    expect(readDescription(given)).toBe(description);
  });

  it("has a limit", () => {
    expect(readDescription("é".repeat(1_000))).toHaveLength(1_000);
    expect(() => readDescription("é".repeat(1_001))).toThrow("at most 1000 characters");
  });
});

test.each([
  ["7", 7],
  ["07", null],
  ["-7", null],
  ["7.5", null],
  ["lamps", null],
])("the id %j is %j", (given, id) => {
  expect(readId(given)).toBe(id);
});

describe("a new order", () => {
  const stack: CategoryPlace[] = [1, 2, "uncategorized", 3];

  test.each<[CategoryPlace[], CategoryPlace[]]>([
    [
      [3, 2, 1],
      [3, 2, "uncategorized", 1],
    ],
    [
      ["uncategorized", 1, 2, 3],
      ["uncategorized", 1, 2, 3],
    ],
    [
      [3, 1],
      [3, 2, "uncategorized", 1],
    ],
    [[2], stack],
  ])("of %j leaves the others in their places", (given, after) => {
    expect(reordered(stack, given)).toEqual(after);
  });

  test.each<[CategoryPlace[], string]>([
    [[1, 9], "Category 9 was not found"],
    [[1, 2, 1], "ids has 1 twice"],
    [["uncategorized", "uncategorized"], "ids has uncategorized twice"],
  ])("of %j is refused", (given, message) => {
    expect(() => checkPlaces(stack, given)).toThrow(message);
  });
});
