import { describe, expect, it } from "vitest";
import { rangesOf } from "./ranges.ts";

const hour = 3_600_000;
const day = 24 * hour;
const always = () => true;
const short = (window: { from: number; to: number }, rules: Parameters<typeof rangesOf>[1]) =>
  rangesOf(window, rules).map(({ source, from, to }) => `${source} ${from / hour}-${to / hour}`);

describe("the parts of a window", () => {
  it("are single calls at its bounds, then hours, then days", () => {
    const window = { from: 21.5 * hour, to: 3 * day + 2.25 * hour };
    expect(short(window, { stale: new Set(), isWhole: always })).toEqual([
      "call 21.5-22",
      "hour 22-24",
      "day 24-72",
      "hour 72-74",
      "call 74-74.25",
    ]);
  });

  it("are single calls where the sums are out of date", () => {
    expect(short({ from: 0, to: 3 * day }, { stale: new Set([30, 31]), isWhole: always })).toEqual([
      "day 0-24",
      "hour 24-30",
      "call 30-32",
      "hour 32-48",
      "day 48-72",
    ]);
  });

  it("keep to the bounds of buckets in a zone half an hour off", () => {
    const bucket = (at: number): number => Math.floor((at + hour / 2) / day);
    const isWhole = (from: number, to: number): boolean => bucket(from) === bucket(to - 1);
    expect(short({ from: 0, to: 2 * day }, { stale: new Set(), isWhole })).toEqual([
      "hour 0-23",
      "call 23-24",
      "hour 24-47",
      "call 47-48",
    ]);
  });

  it("are none of an empty window", () => {
    expect(rangesOf({ from: 5, to: 5 }, { stale: new Set(), isWhole: always })).toEqual([]);
  });
});
