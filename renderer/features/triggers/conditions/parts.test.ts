import { describe, expect, it } from "vitest";
import { type ConditionShape, fieldsOf, newCondition, shapeOptions } from "../condition-fields.ts";
import { type Part, partsOf } from "./parts.ts";

const read = (shape: ConditionShape, settings: Record<string, string> = {}): string => {
  const all = { ...newCondition(shape, "key").settings, timezone: "UTC", ...settings };
  const shown = (part: Part): string => {
    if ("words" in part) return part.words;
    const value = all[part.field.name as keyof typeof all] ?? "";
    return `[${part.field.options?.find((option) => option.value === value)?.label ?? value}]`;
  };
  return partsOf(shape, all).parts.map(shown).join(" ");
};

describe("a condition as a sentence with fields in it", () => {
  it.each<[string, ConditionShape, Record<string, string>]>([
    ["Every [1] [day] at [09:00] in the time zone [UTC]", "recurring", {}],
    [
      "Every [2] [weeks] on [Monday] at [09:00] in the time zone [UTC]",
      "recurring",
      { interval: "2", unit: "weeks", day_of_week: "monday" },
    ],
    ["Every [1] [hour] in the time zone [UTC]", "recurring", { unit: "hours" }],
    ["Once at [] in the time zone [UTC]", "once", {}],
    ["When session [7] [fails]", "ao_event", { event_name: "session_failed", watched_session_id: "7" }],
    ["When an account [needs to sign in again]", "ao_event", { event_name: "account_needs_reauth" }],
    ["When [members of the workspace] [write a message] in [C1]", "chat", { channel_id: "C1" }],
    ["When [everyone] [writes to the bot directly]", "chat", { event_type: "dm_message", who: "everyone" }],
    [
      "When [some people:] [U1] [mention the bot] in []",
      "chat",
      { event_type: "bot_mention", who: "listed", allowed_user_ids: "U1" },
    ],
    ["When [somebody writes] in the chat [42]", "chat_bridge", { chat_id: "42" }],
    [
      "When [the account is addressed] in the chat [42] by one of the words [help]",
      "chat_bridge",
      { chat_id: "42", mode: "addressed", keywords: "help" },
    ],
    [
      "When [an issue] in [acme/site] gets the label [fix]",
      "code_host_label",
      { target: "issue", repos: "acme/site", labels: "fix" },
    ],
    [
      "When an issue is opened in [acme/site] unless it has the label []",
      "code_host_issue",
      { repos: "acme/site" },
    ],
    ["When a check fails on [] of [acme/site]", "code_host_check", { repos: "acme/site" }],
    ["When [there is room for more sessions]", "system_event", { event_name: "no_sessions_in_progress" }],
  ])("%s", (sentence, shape, settings) => {
    expect(read(shape, settings)).toBe(sentence);
  });

  it.each(shapeOptions.map(({ value }) => value as ConditionShape))(
    "%s shows each of its fields once",
    (shape) => {
      const { settings } = newCondition(shape, "key");
      const { parts, rest } = partsOf(shape, settings);
      const inline = parts.flatMap((part) => ("field" in part ? part.field.name : []));
      const visible = fieldsOf[shape].filter(({ when }) => when?.(settings) ?? true);
      expect([...inline, ...rest.map(({ name }) => name)].toSorted()).toEqual(
        visible.map(({ name }) => name).toSorted(),
      );
    },
  );
});
