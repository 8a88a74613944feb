import { describe, expect, it } from "vitest";
import { formatTime, minute, nothing, now } from "./facts.test-data.ts";
import { reasonsOf, serverNames, type WaitingFacts } from "./rules.ts";

const turn = { since: now - 5 * minute, retry: null };
const hold = {
  since: now - minute,
  why: "fleet_at_cap",
  detail: "3 of 3 run",
  retryAt: now + 9 * minute,
} as const;
const pause = { since: now - 9 * minute, why: "quota", detail: "92% is spent" } as const;
const park = { since: now - 20 * minute, why: "quota", retryAt: now + minute, detail: null } as const;

const told = (facts: Partial<WaitingFacts>) => reasonsOf({ ...nothing, ...facts }, formatTime);
const order = (facts: Partial<WaitingFacts>): string[] => told(facts).map(({ mechanism }) => mechanism);

describe("reasonsOf", () => {
  it("returns no reason without facts or for a session that is not waiting", () => {
    expect(told({})).toEqual([]);
    expect(told({ status: "running", turn, park })).toEqual([]);
  });

  it.each<[string, Partial<WaitingFacts>, string]>([
    ["a turn in the queue", { turn }, "A turn is waiting for a free agent thread"],
    [
      "a retried turn",
      { turn: { since: now, retry: { at: now + 2 * minute, detail: null } } },
      "The turn will be retried at T2 after a temporary error",
    ],
    ["a hold at the cap", { hold }, "Held: too many spot sessions are running"],
    ["a hold for quota", { hold: { ...hold, why: "at_utilization_limit" } }, "Held to save quota"],
    ["a pause", { pause }, "Paused to save quota"],
    ["a pause for another", { pause: { ...pause, why: "preempted" } }, "Paused for a priority session"],
    ["spent quota", { park }, "The account has no quota left; the turn resumes at T1"],
    ["spent quota with no end known", { park: { ...park, retryAt: null } }, "The account has no quota left"],
    [
      "a rejected sign-in",
      { park: { ...park, why: "credential" } },
      "The runtime's sign-in was rejected; the turn resumes once it works again",
    ],
    [
      "a server that wants consent",
      { park: { ...park, why: "consent" }, consent: [{ server_name: "tracker", server_url: "" }] },
      "Waiting for you to sign in to tracker",
    ],
  ])("puts %s into words", (_title, facts, label) => {
    expect(told(facts)).toEqual([expect.objectContaining({ label, current: true, demoted: false })]);
  });

  it("returns the newest first, as the only current one", () => {
    const reasons = told({ turn, hold, pause, park });
    expect(reasons.map(({ mechanism }) => mechanism)).toEqual([
      "spot_hold",
      "turn_queued",
      "spot_pause",
      "auth_outage_park",
    ]);
    expect(reasons.map(({ current }) => current)).toEqual([true, false, false, false]);
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
    const reasons = told({ hold: { ...hold, retryAt: now + ahead }, pause });
    expect(reasons.map(({ mechanism }) => mechanism)).toEqual(expected);
    expect(reasons.map(({ demoted }) => demoted)).toEqual([false, ahead === 0]);
  });

  it("does not demote an overdue hold that is the only reason", () => {
    expect(told({ hold: { ...hold, retryAt: now - minute } })).toMatchObject([
      { current: true, demoted: false },
    ]);
  });
});

describe("serverNames", () => {
  it.each([
    [[], ""],
    [["a"], "a"],
    [["a", "b"], "a and b"],
    [["a", "b", "c"], "a, b and c"],
  ])("joins %j", (names, expected) => {
    expect(serverNames(names.map((server_name) => ({ server_name, server_url: "" })))).toBe(expected);
  });
});
