import { describe, expect, it } from "vitest";
import { neighborRow } from "./neighbor-row.ts";

describe("neighborRow", () => {
  it.each([
    ["starts at the top going down", 3, -1, 1, 0],
    ["starts at the bottom going up", 3, -1, -1, 2],
    ["moves to the next row", 3, 1, 1, 2],
    ["stays at the end", 3, 2, 1, 2],
    ["returns -1 for an empty board", 0, -1, 1, -1],
  ] as const)("%s", (_title, count, current, step, expected) => {
    expect(neighborRow(count, current, step)).toBe(expected);
  });
});
