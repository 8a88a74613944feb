import { describe, expect, it } from "vitest";
import { bannersOf } from "./banners.ts";
import { formatTime, minute, nothing, now } from "./facts.test-data.ts";
import { type Banner, bannerKeys } from "./model.ts";
import type { WaitingFacts } from "./rules.ts";

const tracker = { server_name: "tracker", server_url: "https://tracker.example/mcp" };
const turn = { since: now - minute, retry: null };
const victim = { id: 7, title: "Other work", startedAt: now - 3 * minute };
const hold = {
  since: now - minute,
  why: "fleet_at_cap",
  detail: "3 of 3 run",
  retryAt: now + 9 * minute,
} as const;
const pause = { since: now, why: "quota", detail: "92% is used." } as const;
const park = { since: now, why: "quota", retryAt: now + minute, detail: "usage limit" } as const;

const everything: WaitingFacts = {
  ...nothing,
  turn,
  lane: { victim, busyAgents: 8 },
  park,
  hold,
  pause,
  admission: { at: now, running: true },
  reconnect: [tracker],
  consent: [tracker],
  lost: { reason: "expired", summary: "Which branch?" },
  wake: { at: now + 30 * minute, event: null, count: 2 },
};

const pages = { inference: "/inference", connectors: "/connectors" };
const bannersFrom = (facts: Partial<WaitingFacts>, at = pages as Parameters<typeof bannersOf>[1]["pages"]) =>
  bannersOf({ ...nothing, ...facts }, { formatTime, pages: at });
const only = (facts: Partial<WaitingFacts>): Banner | undefined => {
  const banners = bannersFrom(facts);
  expect(banners.length).toBeLessThanOrEqual(1);
  return banners[0];
};

describe("bannersOf", () => {
  it("returns no banner without facts", () => {
    expect(bannersFrom({})).toEqual([]);
    expect(bannersFrom({ consent: [], reconnect: [] })).toEqual([]);
  });

  it("returns each key once, the most important first, each with a headline and a body", () => {
    const banners = bannersFrom(everything);
    expect(banners.map(({ key }) => key)).toEqual(bannerKeys);
    for (const { headline, body, details } of banners) {
      expect(headline).not.toBe("");
      for (const text of [...body, ...details.map(({ value }) => value)]) expect(text.trim()).not.toBe("");
    }
  });

  it.each<[string, Partial<WaitingFacts>, Partial<Banner>]>([
    [
      "offers a session paused for quota to become priority",
      { pause },
      {
        key: "quota_limit_paused",
        tone: "warning",
        action: { kind: "update_scheduling_class", label: "Make it priority", scheduling_class: "priority" },
      },
    ],
    [
      "says that a session is paused for another one",
      { pause: { ...pause, why: "preempted" } },
      { headline: "Paused for a priority session" },
    ],
    [
      "links from used-up quota to the accounts",
      { park },
      {
        key: "auth_outage",
        tone: "warning",
        headline: "Out of quota",
        action: { kind: "open_in_browser", label: "Accounts", path: "/inference" },
      },
    ],
    [
      "names a rejected sign-in in the headline",
      { park: { ...park, why: "credential" } },
      { headline: "The runtime's sign-in was rejected" },
    ],
    [
      "names the other spot sessions for a hold at their limit",
      { hold },
      { key: "spot_hold", tone: "info", headline: "Waiting for other spot sessions" },
    ],
    [
      "names quota for a hold that saves it",
      { hold: { ...hold, why: "at_utilization_limit" } },
      { headline: "Held to save quota" },
    ],
    [
      "shows an admission after a long wait while the turn runs",
      { admission: { at: now, running: true } },
      { key: "starvation_admission", headline: "Admitted after a long wait", action: null },
    ],
    [
      "shows that admission in the past tense afterwards",
      { admission: { at: now, running: false } },
      { headline: "Its last turn was admitted after a long wait" },
    ],
    [
      "offers a queued turn the thread of the most recently started session",
      { turn, lane: { victim, busyAgents: 8 } },
      {
        key: "queued_turn",
        tone: "info",
        headline: "Queued: all 8 agents busy",
        action: { kind: "force_start", label: "Start now", expected_victim_id: 7 },
      },
    ],
    [
      "offers no action for a queued turn that is about to get a thread",
      { turn, lane: { victim: null, busyAgents: null } },
      { key: "queued_turn", action: null },
    ],
    [
      "says how far the clone is, whatever thread is free",
      { turn, lane: { victim, busyAgents: 8 }, cloning: { since: now, step: "receiving", percent: 43 } },
      { key: "queued_turn", headline: "Cloning, 43 %", action: null },
    ],
    [
      "says it of a running session too",
      { status: "running", cloning: { since: now, step: "connecting", percent: null } },
      { key: "queued_turn", headline: "Cloning", action: null },
    ],
    [
      "says when a turn is retried",
      {
        turn: { since: now, retry: { at: now + 2 * minute, detail: "overloaded", ofClone: false } },
        lane: { victim: null, busyAgents: null },
      },
      { key: "queued_turn", headline: "Retrying at T2", action: null },
    ],
    [
      "says of a clone that is tried again that no agent has begun",
      {
        turn: { since: now, retry: { at: now + 2 * minute, detail: "refused", ofClone: true } },
        lane: { victim: null, busyAgents: null },
      },
      {
        key: "queued_turn",
        tone: "warning",
        cause: "clone",
        headline: "The repository could not be cloned; retrying at T2",
      },
    ],
    [
      "links from a sign-in that stopped working to the connectors",
      { reconnect: [tracker] },
      {
        key: "mcp_oauth_reconnect",
        tone: "warning",
        action: { kind: "open_in_browser", label: "Connectors", path: "/connectors" },
      },
    ],
    [
      "names a server that needs consent",
      { consent: [tracker], park: { ...park, why: "consent" } },
      {
        key: "mcp_oauth_required",
        headline: "Sign in to tracker",
        details: [{ label: "tracker", value: tracker.server_url }],
      },
    ],
    [
      "offers to answer a lost question with a message",
      { status: "needs_input", lost: { reason: "stranded", summary: "Which branch?" } },
      {
        key: "lost_elicitation",
        headline: "A question was lost",
        action: {
          kind: "follow_up",
          label: "Answer now",
          prompt: 'You asked: "Which branch?"\n\nMy answer: ',
        },
      },
    ],
    [
      "leaves the prompt empty if the question has no summary",
      { lost: { reason: "expired", summary: "" } },
      { details: [], action: { kind: "follow_up", label: "Answer now", prompt: null } },
    ],
    [
      "says when a sleeping session wakes, and offers to message it",
      { wake: { at: now + 30 * minute, event: null, count: 1 } },
      {
        key: "pending_wake",
        tone: "info",
        headline: "Asleep until T30",
        action: { kind: "follow_up", label: "Send a message now", prompt: null },
      },
    ],
    [
      "says that a wake is due",
      { wake: { at: now, event: null, count: 1 } },
      { headline: "Due to wake now" },
    ],
    [
      "names the event that a wake waits for",
      { wake: { at: null, event: "session #7 fails", count: 1 } },
      { headline: "Asleep until session #7 fails" },
    ],
  ])("%s", (_title, facts, expected) => {
    expect(only(facts)).toMatchObject(expected);
  });

  it("shows a wake and a queued turn only for a waiting session", () => {
    for (const status of ["running", "needs_input", "failed", "archived"] as const)
      expect(
        bannersFrom({
          status,
          turn,
          lane: { victim, busyAgents: 8 },
          wake: { at: now, event: null, count: 1 },
        }),
        status,
      ).toEqual([]);
  });

  it("leaves the queued turn out if the lane cannot be read", () => {
    expect(bannersFrom({ turn, lane: null })).toEqual([]);
  });

  it("does not link to a missing page", () => {
    const banners = bannersFrom({ park, consent: [tracker] }, { inference: null, connectors: null });
    expect(banners.map(({ action }) => action)).toEqual([null, null]);
  });

  it.each([
    ["ahead of its time", minute, "next check is at T1"],
    ["at its time", 0, "due now"],
    ["up to ten minutes late", -10 * minute, "due now"],
    ["later than that", -10 * minute - 1, "overdue"],
    ["at an unknown time", null, "starts automatically"],
  ])("states the decision, and describes a next check %s", (_title, ahead, words) => {
    const banner = only({ hold: { ...hold, retryAt: ahead === null ? null : now + ahead } });
    expect(banner?.body[0]).toBe("3 of 3 run");
    expect(banner?.body[1]).toContain(words);
  });
});
