import { describe, expect, it } from "vitest";
import { type TrialLimits, type TriedEvent, tried } from "./trial-rules.ts";

const event = (at: number, more: Partial<TriedEvent> = {}): TriedEvent => ({
  at,
  summary: `At ${at}`,
  reason: null,
  variables: {},
  group: "ada",
  ...more,
});
const limits = (more: Partial<TrialLimits> = {}): TrialLimits => ({
  windowMs: 0,
  cap: null,
  skipsPending: false,
  reuse: null,
  sessionMs: 1_000,
  isPending: false,
  ...more,
});
const outcomes = (events: readonly TriedEvent[], windowMs: number): string[] => limited(events, { windowMs });
const limited = (events: readonly TriedEvent[], more: Partial<TrialLimits>): string[] =>
  tried(events, limits(more)).map(({ at, outcome }) => `${at} ${outcome}`);
const alone = (at: number): TriedEvent => event(at, { group: undefined });

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

  it("reports a burst once, and suppresses what follows until it is over", () => {
    const times = [0, 1, 2, 3, 299_000, 360_000];
    expect(limited(times.map(alone), { cap: 2 })).toEqual([
      "0 fires",
      "1 fires",
      "2 burst_notice",
      "3 suppressed",
      "299000 suppressed",
      "360000 fires",
    ]);
  });

  it("skips what comes while a session is in progress, which costs none of the cap", () => {
    const events = [0, 999, 1_000].map(alone);
    expect(limited(events, { skipsPending: true, cap: 2 })).toEqual(["0 fires", "999 skipped", "1000 fires"]);
    expect(limited(events, { skipsPending: true, isPending: true })).toEqual([
      "0 skipped",
      "999 skipped",
      "1000 skipped",
    ]);
  });

  it("continues one session, or skips what does not queue behind its turn", () => {
    const events = [0, 999, 2_000].map(alone);
    const queues = { reuse: { queues: true }, cap: 1 };
    expect(limited(events, queues)).toEqual(["0 fires", "999 continues", "2000 continues"]);
    expect(limited(events, { reuse: { queues: false } })).toEqual([
      "0 fires",
      "999 skipped",
      "2000 continues",
    ]);
  });

  it("drops the rest of a burst of messages whose first one started nothing", () => {
    const events = [event(0, { group: "bob" }), event(10), event(20)];
    const found = tried(events, limits({ windowMs: 100, skipsPending: true }));
    expect(found.map(({ outcome, why }) => [outcome, why])).toEqual([
      ["fires", null],
      ["skipped", "pending"],
      ["skipped", "first_lost"],
    ]);
  });
});
