import { describe, expect, it } from "vitest";
import { type ConditionShape, newCondition } from "../condition-fields.ts";
import { filledBy, sentenceOf } from "./sentence.ts";

const sentence = (shape: ConditionShape, settings: Record<string, string>): string => {
  const condition = newCondition(shape, "key");
  return sentenceOf({ shape, settings: { ...condition.settings, timezone: "UTC", ...settings } });
};

describe("a condition in the form", () => {
  it.each<[string, ConditionShape, Record<string, string>]>([
    ["Every 2 days at 07:30 (UTC)", "recurring", { interval: "2", time: "07:30" }],
    ["Every week on Monday at 09:00 (UTC)", "recurring", { unit: "weeks", day_of_week: "monday" }],
    ["Every hour", "recurring", { unit: "hours" }],
    ["Once at … (UTC)", "once", {}],
    ["When session 7 fails", "ao_event", { event_name: "session_failed", watched_session_id: "7" }],
    ["When a session needs input", "ao_event", { event_name: "session_needs_input" }],
    ["When members of the workspace write a message in …", "chat", {}],
    [
      "When everyone writes a message in #orchard",
      "chat",
      { channel_id: "C1", channel_name: "orchard", who: "everyone" },
    ],
    [
      "When U1, U2 mention the bot in every channel and in direct messages",
      "chat",
      { event_type: "bot_mention", who: "listed", allowed_user_ids: "U1, U2" },
    ],
    ["When members of the workspace write to the bot directly", "chat", { event_type: "dm_message" }],
    ["When somebody writes in the chat Pickers", "chat_bridge", { chat_id: "1@g.us", chat_name: "Pickers" }],
    [
      "When the account is addressed in the chat 1@g.us",
      "chat_bridge",
      { chat_id: "1@g.us", mode: "addressed" },
    ],
    [
      "When an issue in acme/site gets the label fix or bug",
      "code_host_label",
      { repos: "acme/site", target: "issue", labels: "fix, bug" },
    ],
    [
      "When an issue is opened in …, unless it has the label wontfix",
      "code_host_issue",
      { exclude_labels: "wontfix" },
    ],
    ["When quota is available again", "system_event", { event_name: "quota_available" }],
  ])("reads: %s", (expected, shape, settings) => {
    expect(sentence(shape, settings)).toBe(expected);
  });

  it("offers the placeholders that its conditions fill in, each once", () => {
    expect(filledBy([{ shape: "chat" }, { shape: "recurring" }, { shape: "chat_bridge" }])).toEqual([
      "text",
      "author",
      "channel",
      "link",
      "event",
      "date",
      "time",
    ]);
  });
});
