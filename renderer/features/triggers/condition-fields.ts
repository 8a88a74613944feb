import {
  type ConditionKind,
  chatEvents,
  scheduleUnits,
  sessionEvents,
  systemEvents,
  weekDays,
} from "../../../server/domains/automation/triggers/model.ts";
import type { SelectOption } from "../../ui/Select.tsx";
import { kindOf } from "./view-model.ts";

/** As the form holds it: every setting is the text of its field. */
export type Settings = Readonly<Record<string, string>>;

export interface ConditionField {
  name: string;
  label: string;
  type: "text" | "number" | "time" | "datetime-local" | "choice" | "list" | "switch";
  options?: readonly SelectOption[];
  hint?: string;
  required?: boolean;
  /** It is asked for only then. */
  when?(settings: Settings): boolean;
}

export interface ConditionForm {
  /** Its own in the form. */
  key: string;
  /** Null for one that is not stored yet. */
  id: number | null;
  /** As it is spelt on the wire. */
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
  label: "Time zone",
  type: "text",
  hint: "For example, Europe/Berlin.",
  required: true,
};
const repositories: ConditionField = {
  name: "repos",
  label: "Repositories",
  type: "list",
  hint: "owner/name, separated by commas.",
  required: true,
};

const dated = ({ unit }: Settings): boolean => unit === "days" || unit === "weeks";

export const fieldsOf: Readonly<Record<ConditionShape, readonly ConditionField[]>> = {
  recurring: [
    { name: "interval", label: "Every", type: "number", required: true },
    { name: "unit", label: "Unit", type: "choice", options: options(scheduleUnits) },
    { name: "time", label: "At", type: "time", required: true, when: dated },
    {
      name: "day_of_week",
      label: "On",
      type: "choice",
      options: options(weekDays),
      when: ({ unit }) => unit === "weeks",
    },
    zoneField,
  ],
  once: [{ name: "scheduled_at", label: "At", type: "datetime-local", required: true }, zoneField],
  ao_event: [
    {
      name: "event_name",
      label: "Event",
      type: "choice",
      options: options([...sessionEvents, "account_needs_reauth"]),
    },
    {
      name: "watched_session_id",
      label: "Of session",
      type: "number",
      hint: "Session number. Leave empty for any autonomous session.",
      when: ({ event_name }) => event_name !== "account_needs_reauth",
    },
  ],
  chat: [
    { name: "event_type", label: "Fires on", type: "choice", options: options(chatEvents) },
    {
      name: "channel_id",
      label: "Channel",
      type: "text",
      hint: "The channel's id on the chat platform.",
      when: ({ event_type }) => event_type !== "dm_message",
    },
    {
      name: "thread_ts",
      label: "Thread",
      type: "text",
      hint: "If set, only replies in this thread count.",
      when: ({ channel_id }) => Boolean(channel_id),
    },
    {
      name: "allowed_user_ids",
      label: "From",
      type: "list",
      hint: "User ids, separated by commas. Leave empty for everyone.",
    },
  ],
  chat_bridge: [
    { name: "chat_id", label: "Chat", type: "text", required: true },
    { name: "mode", label: "Mode", type: "choice", options: options(["listen", "addressed"]) },
    { name: "keywords", label: "Keywords", type: "list", when: ({ mode }) => mode === "addressed" },
    { name: "include_from_me", label: "Include own messages", type: "switch" },
  ],
  code_host_label: [
    repositories,
    { name: "target", label: "On", type: "choice", options: options(["pull_request", "issue"]) },
    {
      name: "labels",
      label: "Labels",
      type: "list",
      hint: "Any of these, separated by commas.",
      required: true,
    },
  ],
  code_host_issue: [
    repositories,
    { name: "exclude_labels", label: "Except labels", type: "list", hint: "Separated by commas." },
  ],
  system_event: [{ name: "event_name", label: "Event", type: "choice", options: options(systemEvents) }],
};

export const shapeLabels: Readonly<Record<ConditionShape, string>> = {
  recurring: "Recurring schedule",
  once: "One-time schedule",
  ao_event: "Session change",
  chat: "Chat message",
  chat_bridge: "Chat bridge",
  code_host_label: "Code host label",
  code_host_issue: "New code host issue",
  system_event: "Service event",
};

export const shapeOptions: readonly SelectOption[] = Object.entries(shapeLabels).map(([value, label]) => ({
  value,
  label,
}));

export const isShape = (value: string): value is ConditionShape => value in shapeLabels;

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

/** A condition to be filled in, in the zone of the clock here. */
export function freshCondition(shape: ConditionShape, key: string): ConditionForm {
  const settings = Object.fromEntries(
    fieldsOf[shape].map(({ name, options: choices }) => [name, choices?.[0]?.value ?? ""]),
  );
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const usual = { interval: "1", unit: "days", time: "09:00", timezone: timeZone };
  const known = Object.entries(usual).filter(([name]) => name in settings);
  return {
    key,
    id: null,
    type: typeOf(shape),
    shape,
    settings: { ...settings, ...Object.fromEntries(known) },
  };
}

/** The texts of the fields of a stored condition. */
export function settingsOf(configuration: Readonly<Record<string, unknown>>): Settings {
  return Object.fromEntries(
    Object.entries(configuration)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : String(value)]),
  );
}

const readers: Record<ConditionField["type"], (text: string) => unknown> = {
  text: (text) => text.trim(),
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

/** What is sent; a field that is empty or not asked for is left out. */
export function configurationOf({ shape, settings }: ConditionForm): Record<string, unknown> {
  const asked = fieldsOf[shape].filter(({ when }) => when?.(settings) ?? true);
  return Object.fromEntries(
    asked
      .filter(({ name }) => (settings[name] ?? "").trim() !== "")
      .map(({ name, type }) => [name, readers[type](settings[name] ?? "")]),
  );
}

/** What is still to be filled in; null when nothing is. */
export function lackOf({ shape, settings }: ConditionForm): string | null {
  const lacking = fieldsOf[shape].find(
    ({ name, required, when }) =>
      required && (when?.(settings) ?? true) && (settings[name] ?? "").trim() === "",
  );
  return lacking ? `${shapeLabels[shape]}: fill in “${lacking.label}”.` : null;
}
