import {
  type ConditionKind,
  chatEvents,
  missedRunRules,
  scheduleUnits,
  sessionEvents,
  systemEvents,
  weekDays,
} from "../../../server/domains/automation/triggers/model.ts";
import type { SelectOption } from "../../ui/Select.tsx";
import { text } from "./text.ts";
import { kindOf } from "./view-model.ts";

/** Every setting is the text of its field. */
export type Settings = Readonly<Record<string, string>>;

export interface ConditionField {
  name: string;
  label: string;
  type:
    | "text"
    | "number"
    | "time"
    | "datetime-local"
    | "choice"
    | "list"
    | "switch"
    | "channel"
    | "bridge_chat";
  options?: readonly SelectOption[];
  hint?: string;
  required?: boolean;
  /** The field is shown only if this is true. */
  when?(settings: Settings): boolean;
}

export interface ConditionForm {
  /** Unique in the form. */
  key: string;
  /** Null until it is saved. */
  id: number | null;
  /** As the wire spells it. */
  type: string;
  shape: ConditionShape;
  settings: Settings;
}

/** A schedule has two forms; every other kind has one. */
export type ConditionShape = Exclude<ConditionKind, "schedule"> | "recurring" | "once";

const options = (values: readonly string[]): SelectOption[] =>
  values.map((value) => ({
    value,
    label: value.charAt(0).toUpperCase() + value.slice(1).replaceAll("_", " "),
  }));

const zoneField: ConditionField = {
  name: "timezone",
  label: text.fields.timeZone,
  type: "text",
  hint: text.fields.timeZoneHint,
  required: true,
};
const repositories: ConditionField = {
  name: "repos",
  label: text.fields.repositories,
  type: "list",
  hint: text.fields.repositoriesHint,
  required: true,
};

const missedField: ConditionField = {
  name: "missed_runs",
  label: text.fields.missed,
  type: "choice",
  hint: text.fields.missedHint,
  options: missedRunRules.map((value) => ({ value, label: text.missedRules[value] })),
};

const bridgeModes = ["listen", "addressed"] as const;
const threadEvents: ReadonlySet<string> = new Set(["new_message", "bot_mention"]);
/** A field of the form alone: who may fire the condition. */
const whoName = "who";
const whoNames = ["known", "listed", "everyone"] as const;

const hasTimeOfDay = ({ unit }: Settings): boolean => unit === "days" || unit === "weeks";

export const fieldsOf: Readonly<Record<ConditionShape, readonly ConditionField[]>> = {
  recurring: [
    { name: "interval", label: text.fields.every, type: "number", required: true },
    { name: "unit", label: text.fields.unit, type: "choice", options: options(scheduleUnits) },
    { name: "time", label: text.fields.at, type: "time", required: true, when: hasTimeOfDay },
    {
      name: "day_of_week",
      label: text.fields.on,
      type: "choice",
      options: options(weekDays),
      when: ({ unit }) => unit === "weeks",
    },
    zoneField,
    missedField,
  ],
  once: [
    { name: "scheduled_at", label: text.fields.at, type: "datetime-local", required: true },
    zoneField,
    missedField,
  ],
  ao_event: [
    {
      name: "event_name",
      label: text.fields.event,
      type: "choice",
      options: options([...sessionEvents, "account_needs_reauth"]),
    },
    {
      name: "watched_session_id",
      label: text.fields.session,
      type: "number",
      hint: text.fields.sessionHint,
      when: ({ event_name }) => event_name !== "account_needs_reauth",
    },
  ],
  chat: [
    {
      name: "event_type",
      label: text.fields.firesOn,
      type: "choice",
      options: chatEvents.map((value) => ({ value, label: text.chatEvents[value] })),
    },
    {
      name: "channel_id",
      label: text.fields.channel,
      type: "channel",
      required: true,
      when: ({ event_type }) => event_type === "new_message",
    },
    {
      name: "channel_id",
      label: text.fields.channel,
      type: "channel",
      hint: text.fields.anyChannelHint,
      when: ({ event_type }) => event_type !== "dm_message" && event_type !== "new_message",
    },
    {
      name: "thread_ts",
      label: text.fields.thread,
      type: "text",
      hint: text.fields.threadHint,
      when: ({ channel_id, event_type }) => Boolean(channel_id) && threadEvents.has(event_type ?? ""),
    },
    {
      name: whoName,
      label: text.fields.from,
      type: "choice",
      options: whoNames.map((value) => ({ value, label: text.who[value] })),
    },
    {
      name: "allowed_user_ids",
      label: text.fields.people,
      type: "list",
      hint: text.fields.peopleHint,
      required: true,
      when: ({ [whoName]: who }) => who === "listed",
    },
  ],
  chat_bridge: [
    { name: "chat_id", label: text.fields.chat, type: "bridge_chat", required: true },
    {
      name: "mode",
      label: text.fields.mode,
      type: "choice",
      options: bridgeModes.map((value) => ({ value, label: text.bridgeModes[value] })),
    },
    {
      name: "keywords",
      label: text.fields.keywords,
      type: "list",
      hint: text.fields.keywordsHint,
      when: ({ mode }) => mode === "addressed",
    },
    { name: "include_from_me", label: text.fields.ownMessages, type: "switch" },
  ],
  code_host_label: [
    repositories,
    { name: "target", label: text.fields.on, type: "choice", options: options(["pull_request", "issue"]) },
    {
      name: "labels",
      label: text.fields.labels,
      type: "list",
      hint: text.fields.labelsHint,
      required: true,
    },
  ],
  code_host_issue: [
    repositories,
    {
      name: "exclude_labels",
      label: text.fields.exceptLabels,
      type: "list",
      hint: text.fields.exceptLabelsHint,
    },
  ],
  code_host_check: [
    repositories,
    { name: "branch", label: text.fields.branch, type: "text", hint: text.fields.branchHint },
  ],
  system_event: [
    { name: "event_name", label: text.fields.event, type: "choice", options: options(systemEvents) },
  ],
};

/** In the order in which they are offered. */
const shapes: readonly ConditionShape[] = [
  "recurring",
  "once",
  "ao_event",
  "chat",
  "chat_bridge",
  "code_host_label",
  "code_host_issue",
  "code_host_check",
  "system_event",
];

export const shapeOptions: readonly SelectOption[] = shapes.map((value) => ({
  value,
  label: text.shapes[value],
}));

export const isShape = (value: string): value is ConditionShape => value in text.shapes;

export function shapeOf(
  type: string,
  configuration: Readonly<Record<string, unknown>>,
): ConditionShape | null {
  const kind = kindOf(type);
  if (kind !== "schedule") return kind;
  return configuration["scheduled_at"] === undefined ? "recurring" : "once";
}

const typeOf = (shape: ConditionShape): ConditionKind =>
  shape === "recurring" || shape === "once" ? "schedule" : shape;

/** A new condition, in the time zone of this browser. */
export function newCondition(shape: ConditionShape, key: string): ConditionForm {
  const settings = Object.fromEntries(
    fieldsOf[shape].map(({ name, options: choices }) => [name, choices?.[0]?.value ?? ""]),
  );
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const defaults = { interval: "1", unit: "days", time: "09:00", timezone: timeZone };
  const known = Object.entries(defaults).filter(([name]) => name in settings);
  return {
    key,
    id: null,
    type: typeOf(shape),
    shape,
    settings: { ...settings, ...Object.fromEntries(known) },
  };
}

/** A stored condition as the texts of its fields. */
export function settingsOf(configuration: Readonly<Record<string, unknown>>): Settings {
  const texts = Object.fromEntries(
    Object.entries(configuration)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : String(value)]),
  );
  return "event_type" in configuration ? { ...texts, [whoName]: whoOf(configuration) } : texts;
}

function whoOf({
  allowed_user_ids: listed,
  allow_everyone: everyone,
}: Readonly<Record<string, unknown>>): (typeof whoNames)[number] {
  if (Array.isArray(listed) && listed.length > 0) return "listed";
  return everyone === true ? "everyone" : "known";
}

const readers: Record<ConditionField["type"], (text: string) => unknown> = {
  text: (text) => text.trim(),
  channel: (text) => text.trim(),
  bridge_chat: (text) => text.trim(),
  time: (text) => text.trim(),
  "datetime-local": (text) => text.trim(),
  choice: (text) => text,
  number: Number,
  list: (text) =>
    text
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== ""),
  switch: (text) => text === "true",
};

/** What is sent: every visible field that has a value. The names of chosen chats are kept for sentences. */
export function configurationOf({ shape, settings }: ConditionForm): Record<string, unknown> {
  const visible = fieldsOf[shape].filter(({ when }) => when?.(settings) ?? true);
  const sent = Object.fromEntries(
    visible
      .filter(({ name }) => name !== whoName && (settings[name] ?? "").trim() !== "")
      .map(({ name, type }) => [name, readers[type](settings[name] ?? "")]),
  );
  const named = { channel_id: "channel_name", chat_id: "chat_name" };
  for (const [id, name] of Object.entries(named))
    if (id in sent && (settings[name] ?? "") !== "") sent[name] = settings[name];
  return shape === "chat" && settings[whoName] === "everyone" ? { ...sent, allow_everyone: true } : sent;
}

/** Asks for the first required field that is empty; null if there is none. */
export function missingFieldText({ shape, settings }: ConditionForm): string | null {
  const missing = fieldsOf[shape].find(
    ({ name, required, when }) =>
      required && (when?.(settings) ?? true) && (settings[name] ?? "").trim() === "",
  );
  return missing ? text.problems.condition(text.shapes[shape], missing.label) : null;
}
