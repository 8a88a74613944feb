import { describe, expect, it } from "vitest";
import { bannersOf } from "./banner-rules.ts";
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
const pause = { since: now, why: "quota", detail: "92% is spent." } as const;
const park = { since: now, why: "quota", retryAt: now + minute, detail: "usage limit" } as const;

const everything: WaitingFacts = {
  ...nothing,
  turn,
  lane: { victim },
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
      "a pause for quota can be ended by promotion",
      { pause },
      {
        key: "quota_limit_paused",
        tone: "warning",
        action: { kind: "update_scheduling_class", label: "Make it priority", scheduling_class: "priority" },
      },
    ],
    [
      "a pause for another session says so",
      { pause: { ...pause, why: "preempted" } },
      { headline: "Paused for a priority session" },
    ],
    [
      "spent quota leads to the accounts",
      { park },
      {
        key: "auth_outage",
        tone: "warning",
        headline: "Out of quota",
        action: { kind: "open_in_browser", label: "Accounts", path: "/inference" },
      },
    ],
    [
      "a rejected sign-in has its own headline",
      { park: { ...park, why: "credential" } },
      { headline: "The runtime's sign-in was rejected" },
    ],
    [
      "a hold at the cap waits for a place",
      { hold },
      { key: "spot_hold", tone: "info", headline: "Waiting for other spot sessions" },
    ],
    [
      "a hold for quota has its own headline",
      { hold: { ...hold, why: "at_utilization_limit" } },
      { headline: "Held to save quota" },
    ],
    [
      "an admission after a long wait is shown while the turn runs",
      { admission: { at: now, running: true } },
      { key: "starvation_admission", headline: "Admitted after a long wait", action: null },
    ],
    [
      "and as past afterwards",
      { admission: { at: now, running: false } },
      { headline: "Its last turn was admitted after a long wait" },
    ],
    [
      "a queued turn can take the thread of the most recently started session",
      { turn, lane: { victim } },
      {
        key: "queued_turn",
        tone: "info",
        action: { kind: "force_start", label: "Start now", expected_victim_id: 7 },
      },
    ],
    [
      "a queued turn about to get a thread needs no action",
      { turn, lane: { victim: null } },
      { key: "queued_turn", action: null },
    ],
    [
      "a retried turn says when",
      { turn: { since: now, retry: { at: now + 2 * minute, detail: "overloaded" } }, lane: { victim: null } },
      { key: "queued_turn", headline: "Retrying at T2", action: null },
    ],
    [
      "a sign-in that stopped working leads to the connectors",
      { reconnect: [tracker] },
      {
        key: "mcp_oauth_reconnect",
        tone: "warning",
        action: { kind: "open_in_browser", label: "Connectors", path: "/connectors" },
      },
    ],
    [
      "a server that wants consent is named",
      { consent: [tracker], park: { ...park, why: "consent" } },
      {
        key: "mcp_oauth_required",
        headline: "Sign in to tracker",
        details: [{ label: "tracker", value: tracker.server_url }],
      },
    ],
    [
      "a question without an answer can be answered by a message",
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
      "and without a summary has no prompt",
      { lost: { reason: "expired", summary: "" } },
      { details: [], action: { kind: "follow_up", label: "Answer now", prompt: null } },
    ],
    [
      "a wake says when, and that a message reaches it before",
      { wake: { at: now + 30 * minute, event: null, count: 1 } },
      {
        key: "pending_wake",
        tone: "info",
        headline: "Asleep until T30",
        action: { kind: "follow_up", label: "Send a message now", prompt: null },
      },
    ],
    [
      "a wake whose time has come says so",
      { wake: { at: now, event: null, count: 1 } },
      { headline: "Due to wake now" },
    ],
    [
      "a wake without a time says what it waits for",
      { wake: { at: null, event: "session #7 fails", count: 1 } },
      { headline: "Asleep until session #7 fails" },
    ],
  ])("%s", (_title, facts, expected) => {
    expect(only(facts)).toMatchObject(expected);
  });

  it("has a wake and a queued turn only for a session that waits", () => {
    for (const status of ["running", "needs_input", "failed", "archived"] as const)
      expect(
        bannersFrom({ status, turn, lane: { victim }, wake: { at: now, event: null, count: 1 } }),
        status,
      ).toEqual([]);
  });

  it("leaves the queued turn out if the lane cannot be read", () => {
    expect(bannersFrom({ turn, lane: null })).toEqual([]);
  });

  it("links to no missing page", () => {
    const banners = bannersFrom({ park, consent: [tracker] }, { inference: null, connectors: null });
    expect(banners.map(({ action }) => action)).toEqual([null, null]);
  });

  it.each([
    ["ahead of its time", minute, "next check is at T1"],
    ["at its time", 0, "due now"],
    ["up to ten minutes late", -10 * minute, "due now"],
    ["later than that", -10 * minute - 1, "overdue"],
  ])("dates the reading of a hold, and describes a next check %s", (_title, ahead, words) => {
    const banner = only({ hold: { ...hold, retryAt: now + ahead } });
    expect(banner?.body[0]).toBe("At T-1: 3 of 3 run");
    expect(banner?.body[1]).toContain(words);
  });
});
