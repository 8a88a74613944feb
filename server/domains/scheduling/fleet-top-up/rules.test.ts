import { describe, expect, it } from "vitest";
import { defaultTopUpKnobs } from "./model.ts";
import { changedTopUp, decideQuotaEvent, decideTopUp, type TopUpSituation } from "./rules.ts";

const minute = 60_000;
const now = 1_000 * minute;

const roomy: TopUpSituation = {
  now,
  knobs: defaultTopUpKnobs,
  onWorker: 1,
  awaiting: 0,
  veto: null,
  underCeilingSince: now - 10 * minute,
  lastFiredAt: null,
  latched: false,
  foundNothing: false,
  startable: 2,
  hasListener: false,
};

describe("the fleet top-up", () => {
  it.each<[string, Partial<TopUpSituation>, number | null]>([
    ["due", {}, now],
    ["due", { lastFiredAt: now - 60 * minute }, now],
    ["due", { startable: 0, hasListener: true }, now],
    ["at_ceiling", { onWorker: 2, awaiting: 1 }, null],
    ["at_ceiling", { onWorker: 9 }, null],
    ["vetoed", { veto: "No account can take work." }, null],
    ["clock_not_started", { underCeilingSince: null }, null],
    ["inside_threshold", { underCeilingSince: now - 2 * minute }, now + 3 * minute],
    ["inside_threshold", { underCeilingSince: now, lastFiredAt: now - 10 * minute }, now + 50 * minute],
    ["latched", { latched: true, lastFiredAt: now - 600 * minute }, null],
    ["due", { latched: true, foundNothing: true, lastFiredAt: now - 600 * minute }, now],
    ["cooling_down", { lastFiredAt: now - 20 * minute }, now + 40 * minute],
    // With an empty backlog the longer interval counts.
    ["cooling_down", { lastFiredAt: now - 90 * minute, startable: 0, hasListener: true }, now + 150 * minute],
    ["nothing_to_start", { startable: 0 }, null],
  ])("is %s with %o", (state, change, nextFireAt) => {
    expect(decideTopUp({ ...roomy, ...change })).toMatchObject({ state, nextFireAt });
  });

  it("has room for what is missing", () => {
    expect(decideTopUp(roomy).headroom).toBe(2);
    expect(decideTopUp({ ...roomy, onWorker: 7 }).headroom).toBe(0);
  });

  it("takes its knobs in their ranges, or none of them", () => {
    expect(changedTopUp(defaultTopUpKnobs, { idle_minutes: 5, max_running_sessions: 4 })).toMatchObject({
      changed: ["max_running_sessions"],
      problems: [],
    });
    for (const patch of [
      { max_running_sessions: 0 },
      { max_running_sessions: 101 },
      { idle_minutes: 1_441 },
      { min_fire_interval_minutes: 10_081 },
      { quiet_backlog_interval_minutes: 0 },
      { idle_minutes: 1.5 },
    ]) {
      const read = changedTopUp(defaultTopUpKnobs, { ...patch, starts_backlog: false });
      expect(read.problems, JSON.stringify(patch)).toHaveLength(1);
      expect(read.knobs).toEqual(defaultTopUpKnobs);
    }
  });
});

it.each([
  [null, true, false, "record"],
  [null, false, false, "record"],
  [true, false, false, "record"],
  [false, true, false, "announce"],
  [false, true, true, "nothing"],
  [false, false, false, "nothing"],
  [true, true, false, "nothing"],
] as const)("quota that was %s and is %s, held %s: %s", (before, is, isHeld, step) => {
  expect(decideQuotaEvent({ before, now: is, isHeld })).toBe(step);
});
