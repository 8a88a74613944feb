import { describe, expect, it } from "vitest";
import { type TriedEvent, tried } from "./trial-rules.ts";

const event = (at: number, more: Partial<TriedEvent> = {}): TriedEvent => ({
  at,
  summary: `At ${at}`,
  reason: null,
  variables: {},
  group: "ada",
  ...more,
});
const outcomes = (events: readonly TriedEvent[], windowMs: number): string[] =>
  tried(events, windowMs).map(({ at, outcome }) => `${at} ${outcome}`);

describe("a condition that is tried", () => {
  it("folds what follows the first event of a group within the window, counted from that one", () => {
    expect(outcomes([event(0), event(50), event(100), event(101), event(150)], 100)).toEqual([
      "0 fires",
      "50 coalesced",
      "100 coalesced",
      "101 fires",
      "150 coalesced",
    ]);
  });

  it("folds nothing without a window or a group, and across groups", () => {
    expect(outcomes([event(0), event(1)], 0)).toEqual(["0 fires", "1 fires"]);
    expect(outcomes([event(0, { group: undefined }), event(1, { group: undefined })], 100)).toEqual([
      "0 fires",
      "1 fires",
    ]);
    expect(outcomes([event(0), event(1, { group: "bob" })], 100)).toEqual(["0 fires", "1 fires"]);
  });

  it("lists the oldest first, and what is filtered out begins no group", () => {
    expect(outcomes([event(9), event(3, { reason: "Not allowed" })], 100)).toEqual(["3 filtered", "9 fires"]);
  });
});
