import {
  type ConditionKind,
  chatIdVariables,
  clockVariables,
  conditionKinds,
  outsideVariables,
  type Trigger,
  type TriggerStatus,
} from "../../../server/domains/automation/triggers/model.ts";
import { classLabels } from "../sessions/text.ts";

export const statusWords: Readonly<Record<TriggerStatus, string>> = {
  enabled: "On",
  disabled: "Off",
  failed: "Failed",
};

export interface Badge {
  text: string;
  /** Why: a tip where there is little room, and in words on the trigger's own page. */
  note: string;
  grave: boolean;
}

/** What somebody should look at. */
export function badgesOf(trigger: Trigger): Badge[] {
  const badges: Badge[] = [];
  const add = (text: string, note: string, grave = true): void => void badges.push({ text, note, grave });
  if (trigger.status === "failed") add("Failed", trigger.last_error ?? "The trigger could not run");
  if (trigger.agent_root_missing_from_catalog)
    add("Unknown root", `The catalog has no agent root named ${trigger.agent_root_name}`);
  const gone = Object.values(trigger.unresolved_catalog_references).flatMap((names) => Object.keys(names));
  if (gone.length > 0) add("Missing equipment", `The catalog no longer has ${gone.join(", ")}`);
  if (trigger.bursting) add("Burst", "It fired too often, so it is paused for a while", false);
  return badges;
}

export function capWords({ max_sessions_per_minute: cap }: Trigger): string {
  if (cap === null) return "No limit";
  return cap === 1 ? "1 session per minute" : `${cap} sessions per minute`;
}

export const countWords = (count: number): string => (count === 1 ? "1 session" : `${count} sessions`);

export function classWords({ scheduling_class, effective_scheduling_class: effective }: Trigger): string {
  const word = classLabels[effective];
  return scheduling_class === null ? `${word} (by its conditions)` : word;
}

/** The kind a stored word stands for. */
export function kindOf(conditionType: string): ConditionKind | null {
  const found = Object.entries(conditionKinds).find(([, words]) =>
    (words as readonly string[]).includes(conditionType),
  );
  return found ? (found[0] as ConditionKind) : null;
}

export const placeholders: readonly { note: string; names: readonly string[] }[] = [
  { note: "Comes from outside; use |untrusted", names: outsideVariables },
  { note: "An id of the chat platform, or empty", names: chatIdVariables },
  { note: "Filled in automatically", names: clockVariables },
];

const isOutside = (name: string): boolean => (outsideVariables as readonly string[]).includes(name);

/** How a placeholder is best written: what comes from outside in a fence. */
export const placeholderText = (name: string): string =>
  isOutside(name) ? `{{${name}|untrusted}}` : `{{${name}}}`;

/** The template with a fence around each of these that stands bare. */
export const fenced = (template: string, names: readonly string[]): string =>
  names.reduce((text, name) => text.replaceAll(`{{${name}}}`, `{{${name}|untrusted}}`), template);

/** What stands for each value in a preview. */
export const samples: Readonly<Record<string, string>> = {
  ...Object.fromEntries(outsideVariables.map((name) => [name, `‹${name}›`])),
  channel_id: "C0123456789",
  message_ts: "1700000000.000100",
  thread_ts: "1700000000.000100",
  author_id: "U0123456789",
};
