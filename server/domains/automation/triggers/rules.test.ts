import { describe, expect, it } from "vitest";
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
import { describeCondition } from "./text.ts";

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

describe("decideStep", () => {
  it.each<[string, Partial<Reuse>, Partial<Target> | null, string]>([
    ["starts a new session without reuse", { reuseSession: false }, {}, "spawn"],
    ["starts a new session when there is none to reuse", {}, null, "spawn"],
    ["does nothing when it fires once and its session is gone", { firesOnce: true }, null, "gone"],
    ["continues an idle session", {}, {}, "follow_up"],
    ["continues a waiting session", {}, { status: "waiting" }, "follow_up"],
    ["does nothing while the session is running", {}, { status: "running" }, "busy"],
    [
      "queues behind a running session when set to",
      { enqueueMessages: true },
      { status: "running" },
      "follow_up",
    ],
    [
      "queues behind a running session when it fires once",
      { firesOnce: true },
      { status: "running" },
      "follow_up",
    ],
    ["starts a new session when a person paused the old one", {}, { pausedBy: "user" }, "spawn"],
    ["starts a new session when the old one failed", {}, { status: "failed" }, "spawn"],
    ["starts a new session when the old one is archived", {}, { status: "archived" }, "spawn"],
    ["unarchives the session when set to", { resuscitateArchived: true }, { status: "archived" }, "revive"],
    [
      "starts a new session when the archived one never ran",
      { resuscitateArchived: true },
      { status: "archived", started: false },
      "spawn",
    ],
  ])("%s", (_title, more, session, step) => {
    expect(decideStep({ ...reuse, ...more }, session && { ...target, ...session })).toBe(step);
  });
});

describe("conditions", () => {
  it("have two names for some kinds", () => {
    expect(synonymsOf("slack")).toEqual(["chat", "slack"]);
    expect(synonymsOf("github_label")).toEqual(["code_host_label", "github_label"]);
    expect(synonymsOf("carrier_pigeon")).toEqual([]);
  });

  it("fire once if each of them does", () => {
    const once = of("schedule", { scheduled_at: "2026-05-04T09:00:00" });
    expect(firesOnce([once, of("ao_event", { watched_session_id: 3 })])).toBe(true);
    expect(firesOnce([once, of("schedule", { interval: 1, unit: "hours" })])).toBe(false);
    expect(firesOnce([of("ao_event", {})])).toBe(false);
    expect(firesOnce([])).toBe(false);
  });

  it.each([
    ["the chosen class", "spot", ["slack"], "spot"],
    ["priority for a chat", null, ["schedule", "chat"], "priority"],
    ["priority for a system event", null, ["system_event"], "priority"],
    ["spot for other kinds", null, ["schedule", "github_label"], "spot"],
    ["spot without conditions", null, [], "spot"],
  ] as const)("give %s", (_title, chosen, types, expected) => {
    expect(
      effectiveClass(
        chosen,
        types.map((type) => of(type)),
      ),
    ).toBe(expected);
  });

  it("count as chat if one of them does", () => {
    expect(hasChat([of("schedule"), of("slack")])).toBe(true);
    expect(hasChat([of("schedule")])).toBe(false);
  });

  it.each([
    ["schedule", { interval: 1, unit: "days", time: "09:00", timezone: "UTC" }, "Every day at 09:00 (UTC)"],
    [
      "schedule",
      { interval: 2, unit: "weeks", time: "09:00", day_of_week: "monday", timezone: "UTC" },
      "Every 2 weeks on Monday at 09:00 (UTC)",
    ],
    ["schedule", { interval: 30, unit: "minutes", timezone: "UTC" }, "Every 30 minutes"],
    [
      "schedule",
      { scheduled_at: "2026-05-04T09:00:00", timezone: "Asia/Tokyo" },
      "Once at 2026-05-04 09:00:00 (Asia/Tokyo)",
    ],
    ["ao_event", { event_name: "session_failed", watched_session_id: 7 }, "When session #7 fails, once"],
    ["ao_event", { event_name: "session_archived" }, "When a session is archived"],
    ["ao_event", { event_name: "account_needs_reauth" }, "When an account needs to sign in again"],
    [
      "slack",
      { channel_id: "C1", channel_name: "ops", event_type: "bot_mention" },
      "When a member of the workspace mentions the bot in #ops",
    ],
    [
      "chat",
      { channel_id: "C1", thread_ts: "1.2", event_type: "new_message" },
      "When a member of the workspace writes a message in one thread of #C1",
    ],
    [
      "chat",
      { event_type: "bot_mention", allow_everyone: true },
      "When someone mentions the bot in any channel or a direct message",
    ],
    [
      "chat",
      { event_type: "dm_message", allowed_user_ids: ["U1", "U2"] },
      "When U1 or U2 writes to the bot directly",
    ],
    ["whatsapp", { chat_id: "42", mode: "addressed" }, "When the account is addressed in the chat 42"],
    [
      "chat_bridge",
      { chat_id: "42", chat_name: "Family", mode: "listen" },
      "When someone writes in the chat Family",
    ],
    [
      "github_label",
      { repos: ["a/b"], labels: ["x", "y"], target: "pull_request" },
      "When a pull request in a/b has the label x or y",
    ],
    [
      "code_host_issue",
      { repos: ["a/b"], exclude_labels: ["wontfix"] },
      "When an issue is opened in a/b, unless it has the label wontfix",
    ],
    ["system_event", { event_name: "quota_available" }, "When quota is available again"],
    ["carrier_pigeon", {}, "carrier_pigeon"],
  ])("of type %s are described in a sentence", (type, configuration, sentence) => {
    expect(describeCondition(of(type, configuration))).toBe(sentence);
  });
});

it("gives the new class only to waiting sessions that nobody moved", () => {
  expect(takesNewClass({ status: "waiting", schedulingClass: "spot" }, "spot")).toBe(true);
  expect(takesNewClass({ status: "waiting", schedulingClass: "priority" }, "spot")).toBe(false);
  expect(takesNewClass({ status: "running", schedulingClass: "spot" }, "spot")).toBe(false);
});
