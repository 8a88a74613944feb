import { describe, expect, it } from "vitest";
import { describeCondition } from "./description-rules.ts";
import {
  decideStep,
  effectiveClass,
  firesOnce,
  hasChat,
  type Reuse,
  synonymsOf,
  type Target,
  takesNewClass,
} from "./rules.ts";

const reuse: Reuse = {
  reuseSession: true,
  enqueueMessages: false,
  resuscitateArchived: false,
  firesOnce: false,
};
const target: Target = { status: "needs_input", pausedBy: null, started: true };
const of = (conditionType: string, configuration: Record<string, unknown> = {}) => ({
  conditionType,
  configuration,
});

describe("where a fire goes", () => {
  it.each<[string, Partial<Reuse>, Partial<Target> | null, string]>([
    ["a new session without reuse", { reuseSession: false }, {}, "spawn"],
    ["a new session where there is none to reuse", {}, null, "spawn"],
    ["nowhere where the one of a single fire is gone", { firesOnce: true }, null, "gone"],
    ["on in one that rests", {}, {}, "follow_up"],
    ["on in one that waits", {}, { status: "waiting" }, "follow_up"],
    ["nowhere while it is at work", {}, { status: "running" }, "busy"],
    ["into its queue where that is wanted", { enqueueMessages: true }, { status: "running" }, "follow_up"],
    ["into its queue where it fires once", { firesOnce: true }, { status: "running" }, "follow_up"],
    ["past one that a person paused", {}, { pausedBy: "user" }, "spawn"],
    ["past one that failed", {}, { status: "failed" }, "spawn"],
    ["past one in the trash", {}, { status: "archived" }, "spawn"],
    [
      "into one in the trash where that is wanted",
      { resuscitateArchived: true },
      { status: "archived" },
      "revive",
    ],
    [
      "past one that never began",
      { resuscitateArchived: true },
      { status: "archived", started: false },
      "spawn",
    ],
  ])("%s", (_title, more, session, step) => {
    expect(decideStep({ ...reuse, ...more }, session && { ...target, ...session })).toBe(step);
  });
});

describe("conditions", () => {
  it("go by either word", () => {
    expect(synonymsOf("slack")).toEqual(["chat", "slack"]);
    expect(synonymsOf("github_label")).toEqual(["code_host_label", "github_label"]);
    expect(synonymsOf("carrier_pigeon")).toEqual([]);
  });

  it("fire once together where each does", () => {
    const once = of("schedule", { scheduled_at: "2026-05-04T09:00:00" });
    expect(firesOnce([once, of("ao_event", { watched_session_id: 3 })])).toBe(true);
    expect(firesOnce([once, of("schedule", { interval: 1, unit: "hours" })])).toBe(false);
    expect(firesOnce([of("ao_event", {})])).toBe(false);
    expect(firesOnce([])).toBe(false);
  });

  it.each([
    ["what was chosen", "spot", ["slack"], "spot"],
    ["priority for a chat", null, ["schedule", "chat"], "priority"],
    ["priority for the system's own", null, ["system_event"], "priority"],
    ["spot for the rest", null, ["schedule", "github_label"], "spot"],
    ["spot without any", null, [], "spot"],
  ] as const)("give %s", (_title, chosen, types, expected) => {
    expect(
      effectiveClass(
        chosen,
        types.map((type) => of(type)),
      ),
    ).toBe(expected);
  });

  it("have a window only where people write", () => {
    expect(hasChat([of("schedule"), of("slack")])).toBe(true);
    expect(hasChat([of("schedule")])).toBe(false);
  });

  it.each([
    ["schedule", { interval: 1, unit: "days", time: "09:00", timezone: "UTC" }, "Every day at 09:00 (UTC)"],
    [
      "schedule",
      { interval: 2, unit: "weeks", time: "09:00", day_of_week: "monday", timezone: "UTC" },
      "Every 2 weeks on monday at 09:00 (UTC)",
    ],
    ["schedule", { interval: 30, unit: "minutes", timezone: "UTC" }, "Every 30 minutes"],
    [
      "schedule",
      { scheduled_at: "2026-05-04T09:00:00", timezone: "Asia/Tokyo" },
      "Once at 2026-05-04 09:00:00 (Asia/Tokyo)",
    ],
    ["ao_event", { event_name: "session_failed", watched_session_id: 7 }, "When session #7 fails, once"],
    ["ao_event", { event_name: "session_archived" }, "When any autonomous session is archived"],
    ["ao_event", { event_name: "account_needs_reauth" }, "When an account needs to sign in again"],
    [
      "slack",
      { channel_id: "C1", channel_name: "ops", event_type: "bot_mention" },
      "Chat: bot mention in #ops",
    ],
    [
      "chat",
      { channel_id: "C1", thread_ts: "1.2", event_type: "new_message" },
      "Chat: new message in thread 1.2 of #C1",
    ],
    ["whatsapp", { chat_id: "42", mode: "addressed" }, "Chat bridge: when addressed in 42"],
    ["chat_bridge", { chat_id: "42", chat_name: "Family", mode: "listen" }, "Chat bridge: Family"],
    [
      "github_label",
      { repos: ["a/b"], labels: ["x", "y"], target: "pull_request" },
      "When a pull request in a/b has the label x or y",
    ],
    [
      "code_host_issue",
      { repos: ["a/b"], exclude_labels: ["wontfix"] },
      "When an issue is opened in a/b, unless it is labelled wontfix",
    ],
    ["system_event", { event_name: "quota_available" }, "When quota is available again"],
    ["carrier_pigeon", {}, "carrier_pigeon"],
  ])("of type %s read as a sentence", (type, configuration, sentence) => {
    expect(describeCondition(of(type, configuration))).toBe(sentence);
  });
});

it("leaves a session alone that was moved by hand, or waits no more", () => {
  expect(takesNewClass({ status: "waiting", schedulingClass: "spot" }, "spot")).toBe(true);
  expect(takesNewClass({ status: "waiting", schedulingClass: "priority" }, "spot")).toBe(false);
  expect(takesNewClass({ status: "running", schedulingClass: "spot" }, "spot")).toBe(false);
});
