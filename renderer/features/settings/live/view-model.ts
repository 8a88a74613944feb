import type {
  LiveField,
  LiveSettingChange,
  LiveSettings,
  LiveValue,
} from "../../../../server/domains/live/settings/model.ts";
import type { LivePatch } from "./api.ts";
import { text } from "./text.ts";

export type GroupName = keyof typeof text.groups;

const limits: readonly string[] = ["call_limit_dollars", "day_limit_dollars", "idle_minutes"];

const groupOf = ({ key, path }: LiveField): GroupName =>
  limits.includes(key) ? "limits" : path === "text" ? "written" : "spoken";

/** Whether a setting has an effect while the others have these values. */
function isInUse({ key }: LiveField, values: LiveSettings["settings"]): boolean {
  switch (key) {
    case "eagerness":
      return values["turn_detection"] === "semantic_vad";
    case "silence_ms":
      return values["turn_detection"] === "server_vad";
    case "interruption":
      return values["turn_detection"] !== "push_to_talk";
    case "wake_word":
      return values["listening_mode"] !== "always";
    default:
      return true;
  }
}

/** The settings of a group, without those that have no effect now. */
export const fieldsOf = (group: GroupName, { fields, settings }: LiveSettings): LiveField[] =>
  fields.filter((field) => groupOf(field) === group && isInUse(field, settings));

/** A value in the words of its setting. */
function labelOf(field: LiveField | undefined, value: LiveValue | null): string {
  const option = field?.options.find((one) => one.value === value);
  return option?.label ?? String(value ?? "");
}

export const hintOf = (field: LiveField): string =>
  [
    field.help,
    field.min === null || field.max === null ? "" : text.range(field.min, field.max),
    text.default(labelOf(field, field.default)),
  ]
    .filter((part) => part !== "")
    .join(" ");

/** What brings these settings back to what they are now; null is the default. */
export function undoOf({ settings, overrides }: LiveSettings, keys: readonly string[]): LivePatch {
  return Object.fromEntries(
    keys.map((key) => [key, overrides.includes(key) ? (settings[key] ?? null) : null]),
  );
}

export interface ShownChange {
  id: number;
  who: string;
  isByAgent: boolean;
  at: string;
  /** One sentence for each setting, without the guidance. */
  sentences: string[];
  guidance: { before: string; after: string } | null;
}

export const shownChanges = ({ fields, history }: LiveSettings): ShownChange[] =>
  history.map((change) => shownChange(fields, change));

function shownChange(fields: readonly LiveField[], change: LiveSettingChange): ShownChange {
  const { guidance, ...settings } = change.changes;
  const sentences = Object.entries(settings).map(([key, { before, after }]) => {
    const field = fields.find((one) => one.key === key);
    return text.history.change(field?.label ?? key, labelOf(field, before), labelOf(field, after));
  });
  return {
    id: change.id,
    who: change.actor,
    isByAgent: change.actor_kind === "agent",
    at: change.created_at,
    sentences,
    guidance: guidance
      ? { before: String(guidance.before ?? ""), after: String(guidance.after ?? "") }
      : null,
  };
}
