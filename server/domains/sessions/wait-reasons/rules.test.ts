import { describe, expect, it } from "vitest";
import { formatTime, minute, nothing, now } from "./facts.test-data.ts";
import { reasonsOf, type WaitingFacts } from "./rules.ts";
import { nameList, text } from "./text.ts";

const turn = { since: now - 5 * minute, retry: null };
const hold = {
  since: now - minute,
  why: "fleet_at_cap",
  detail: "3 of 3 run",
  retryAt: now + 9 * minute,
} as const;
const pause = { since: now - 9 * minute, why: "quota", detail: "92% is used" } as const;
const park = { since: now - 20 * minute, why: "quota", retryAt: now + minute, detail: null } as const;

const reasons = (facts: Partial<WaitingFacts>) =>
  reasonsOf({ ...nothing, ...facts }).map((reason) => ({
    ...reason,
    label: text.reason(reason.cause, formatTime),
  }));
const order = (facts: Partial<WaitingFacts>): string[] => reasons(facts).map(({ mechanism }) => mechanism);

describe("reasonsOf", () => {
  it("returns no reason without facts or for a session that is not waiting", () => {
    expect(reasons({})).toEqual([]);
    expect(reasons({ status: "running", turn, park })).toEqual([]);
  });

  it.each<[string, Partial<WaitingFacts>, string]>([
    ["a turn that is about to start", { turn }, "Queued: starts in a moment"],
    ["a turn in the queue", { turn, lane: { victim: null, busyAgents: 8 } }, "Queued: all 8 agents busy"],
    [
      "a turn behind one agent",
      { turn, lane: { victim: null, busyAgents: 1 } },
      "Queued: the only agent is busy",
    ],
    [
      "a retried turn",
      { turn: { since: now, retry: { at: now + 2 * minute, detail: null, ofClone: false } } },
      "The turn will be retried at T2 after a temporary error",
    ],
    ["a hold at the cap", { hold }, "Held: too many spot sessions are running"],
    ["a hold for quota", { hold: { ...hold, why: "at_utilization_limit" } }, "Held to save quota"],
    ["a pause", { pause }, "Paused to save quota"],
    ["a pause for another", { pause: { ...pause, why: "preempted" } }, "Paused for a priority session"],
    ["used-up quota", { park }, "The account has no quota left; the turn resumes at T1"],
    [
      "used-up quota that resets at an unknown time",
      { park: { ...park, retryAt: null } },
      "The account has no quota left",
    ],
    [
      "a rejected sign-in",
      { park: { ...park, why: "credential" } },
      "The runtime's sign-in was rejected; the turn resumes once it works again",
    ],
    [
      "a server that needs consent",
      { park: { ...park, why: "consent" }, consent: [{ server_name: "tracker", server_url: "" }] },
      "Waiting for you to sign in to tracker",
    ],
  ])("puts %s into words", (_title, facts, label) => {
    expect(reasons(facts)).toEqual([expect.objectContaining({ label, current: true, demoted: false })]);
  });

  it("returns the newest first and marks only it as current", () => {
    const found = reasons({ turn, hold, pause, park });
    expect(found.map(({ mechanism }) => mechanism)).toEqual([
      "spot_hold",
      "turn_queued",
      "spot_pause",
      "auth_outage_park",
    ]);
    expect(found.map(({ current }) => current)).toEqual([true, false, false, false]);
  });

  it("returns undated reasons after dated ones, and the stronger first among equals", () => {
    expect(order({ hold: { ...hold, since: null }, pause })).toEqual(["spot_pause", "spot_hold"]);
    expect(order({ turn: { ...turn, since: null }, park: { ...park, since: null } })).toEqual([
      "auth_outage_park",
      "turn_queued",
    ]);
  });

  it.each([
    ["just before its time", 1, ["spot_hold", "spot_pause"]],
    ["from its time on", 0, ["spot_pause", "spot_hold"]],
  ])("demotes a hold next to another reason from its time on (%s)", (_title, ahead, expected) => {
    const found = reasons({ hold: { ...hold, retryAt: now + ahead }, pause });
    expect(found.map(({ mechanism }) => mechanism)).toEqual(expected);
    expect(found.map(({ demoted }) => demoted)).toEqual([false, ahead === 0]);
  });

  it("does not demote an overdue hold that is the only reason", () => {
    expect(reasons({ hold: { ...hold, retryAt: now - minute } })).toMatchObject([
      { current: true, demoted: false },
    ]);
  });
});

describe("nameList", () => {
  it.each([
    [[], ""],
    [["a"], "a"],
    [["a", "b"], "a and b"],
    [["a", "b", "c"], "a, b and c"],
  ])("joins %j", (names, expected) => {
    expect(nameList(names)).toBe(expected);
  });
});
