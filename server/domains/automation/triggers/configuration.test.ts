import { describe, expect, it } from "vitest";
import { readConfiguration, scheduledInstant } from "./configuration.ts";

describe("a condition's configuration", () => {
  it.each([
    ["schedule", { interval: 5, unit: "minutes" }, { interval: 5, unit: "minutes", timezone: "UTC" }],
    [
      "schedule",
      { scheduled_at: "2026-05-04T09:00" },
      { scheduled_at: "2026-05-04T09:00:00", timezone: "UTC" },
    ],
    [
      "schedule",
      { scheduled_at: "2026-05-04T09:00:30Z", timezone: "UTC" },
      { scheduled_at: "2026-05-04T09:00:30", timezone: "UTC" },
    ],
    ["ao_event", { event_name: "session_failed", cursor: "x" }, { event_name: "session_failed" }],
    ["slack", { channel_id: "C1" }, { channel_id: "C1", event_type: "new_message" }],
    ["chat", { event_type: "dm_message" }, { event_type: "dm_message" }],
    [
      "github_label",
      { repos: ["a/b"], labels: ["x"] },
      { repos: ["a/b"], labels: ["x"], target: "pull_request" },
    ],
    ["whatsapp", { chat_id: "42" }, { chat_id: "42", mode: "listen", include_from_me: false }],
    ["system_event", { event_name: "quota_available" }, { event_name: "quota_available" }],
  ])("of type %s is stored with defaults and without unknown keys", (type, given, expected) => {
    expect(readConfiguration(type, given)).toEqual(expected);
  });

  it.each([
    ["carrier_pigeon", {}, 'Unknown condition_type "carrier_pigeon". Valid: schedule, ao_event, chat, slack'],
    ["schedule", { interval: 0, unit: "days" }, "schedule: interval must be 1 or more"],
    ["schedule", { interval: 1.5, unit: "hours" }, "schedule: interval must be a whole number"],
    ["schedule", { unit: "years" }, "schedule: interval is required, schedule: unit must be one of minutes"],
    ["schedule", { interval: 1, unit: "days" }, "schedule: A schedule in days or weeks needs a time"],
    [
      "schedule",
      { interval: 1, unit: "weeks", time: "09:00" },
      "schedule: A schedule in weeks needs a day_of_week",
    ],
    ["schedule", { interval: 1, unit: "days", time: "9:00" }, "Write time as HH:MM"],
    [
      "schedule",
      { interval: 1, unit: "hours", timezone: "Mars/Base" },
      "timezone must be a name from the IANA database",
    ],
    ["schedule", { scheduled_at: "2026-05-04T09:00+02:00" }, "without an offset"],
    ["schedule", { scheduled_at: "tomorrow" }, "without an offset"],
    ["ao_event", { event_name: "session_sneezed" }, "ao_event: event_name"],
    [
      "ao_event",
      { event_name: "account_needs_reauth", watched_session_id: 1 },
      "takes no watched_session_id",
    ],
    ["slack", {}, "needs a channel_id"],
    ["chat", { event_type: "bot_mention", thread_ts: "1.2" }, "thread_ts needs a channel_id"],
    ["github_issue", { repos: ["plums"] }, 'Write a repository as owner/name, not "plums"'],
    ["github_label", { repos: ["a/b"], labels: [] }, "github_label: labels must have at least 1 entry"],
  ])("of type %s is refused with a reason", (type, given, sentence) => {
    expect(() => readConfiguration(type, given)).toThrow(sentence);
  });

  it("gives an instant only for a one-time schedule", () => {
    const at = { scheduled_at: "2026-05-04T09:00:00", timezone: "Asia/Tokyo" };
    expect(scheduledInstant(at)).toBe(Date.parse("2026-05-04T00:00:00Z"));
    expect(scheduledInstant({ interval: 1, unit: "hours", timezone: "UTC" })).toBeNull();
  });
});
