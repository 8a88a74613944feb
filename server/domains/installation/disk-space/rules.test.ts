import { expect, it } from "vitest";
import { decideSpace, floorOf, inMegabytes } from "./rules.ts";

const megabytes = (count: number): number => count * 1024 * 1024;

it.each([
  ["a usual disk", null, megabytes(100_000), megabytes(500)],
  ["a small disk", null, megabytes(64), Math.floor(megabytes(64) * 0.05)],
  ["the owner's value", megabytes(20), megabytes(64), megabytes(20)],
  ["a check that is turned off", 0, megabytes(64), 0],
])("sets the floor for %s", (_name, own, disk, floor) => {
  expect(floorOf(own, disk)).toBe(floor);
});

it.each([
  ["enough", 100, false, false, 0],
  ["less than the floor", 99, false, true, 26],
  ["still below the margin", 124, true, true, 1],
  ["the floor and the margin", 125, true, false, 0],
])("decides on %s", (_name, free, wasLow, low, missing) => {
  expect(decideSpace({ freeBytes: free, floorBytes: 100, wasLow })).toEqual({
    low,
    free_bytes: free,
    floor_bytes: 100,
    missing_bytes: missing,
  });
});

it("never waits with a floor of zero", () => {
  expect(decideSpace({ freeBytes: 0, floorBytes: 0, wasLow: false }).low).toBe(false);
});

it("rounds what is missing up", () => {
  expect([inMegabytes(1), inMegabytes(megabytes(3)), inMegabytes(megabytes(3) + 1)]).toEqual([
    "1 MB",
    "3 MB",
    "4 MB",
  ]);
});
