import {
  type ConditionKind,
  chatIdVariables,
  clockVariables,
  conditionKinds,
  outsideVariables,
  type Trigger,
} from "../../../server/domains/automation/triggers/model.ts";
import { text as sessionText } from "../sessions/text.ts";
import { text } from "./text.ts";

export interface Badge {
  label: string;
  /** Why: a tooltip in lists, a sentence on the trigger's own page. */
  note: string;
  severe: boolean;
}

/** What needs a person's attention. */
export function badgesOf(trigger: Trigger): Badge[] {
  const badges: Badge[] = [];
  const add = (label: string, note: string, severe = true): void => void badges.push({ label, note, severe });
  if (trigger.status === "failed") add(text.badges.failed, trigger.last_error ?? text.badges.failedNote);
  if (trigger.agent_root_missing_from_catalog)
    add(text.badges.unknownRoot, text.badges.unknownRootNote(trigger.agent_root_name));
  const missing = Object.values(trigger.unresolved_catalog_references).flatMap((names) => Object.keys(names));
  if (missing.length > 0) add(text.badges.missing, text.badges.missingNote(missing));
  const problems = [...new Set(trigger.conditions.flatMap(({ problem }) => problem ?? []))];
  if (problems.length > 0) add(text.badges.unwatched, problems.join(". "), false);
  const unread = trigger.missed_fire_count;
  if (unread > 0) add(text.badges.missedFires(unread), text.badges.missedFiresNote, false);
  if (trigger.bursting) add(text.badges.burst, text.badges.burstNote, false);
  return badges;
}

export function classText({ scheduling_class, effective_scheduling_class: effective }: Trigger): string {
  const word = sessionText.classes[effective];
  return scheduling_class === null ? text.page.classByConditions(word) : word;
}

/** The kind that a stored condition type means. */
export function kindOf(conditionType: string): ConditionKind | null {
  const found = Object.entries(conditionKinds).find(([, words]) =>
    (words as readonly string[]).includes(conditionType),
  );
  return found ? (found[0] as ConditionKind) : null;
}

interface PlaceholderGroup {
  note: string;
  names: readonly string[];
}

const placeholders: readonly PlaceholderGroup[] = [
  { note: text.template.outside, names: outsideVariables },
  { note: text.template.chatIds, names: chatIdVariables },
  { note: text.template.clock, names: clockVariables },
];

/** Those that the conditions fill in come first; the others are for whoever invokes the trigger. */
export function placeholderGroups(first: readonly string[]): PlaceholderGroup[] {
  const others = placeholders.map(({ note, names }) => ({
    note,
    names: names.filter((name) => !first.includes(name)),
  }));
  const own = first.length === 0 ? [] : [{ note: text.template.own, names: first }];
  return [...own, ...others.filter(({ names }) => names.length > 0)];
}

const isOutside = (name: string): boolean => (outsideVariables as readonly string[]).includes(name);

/** A placeholder as it should be inserted: marked as untrusted if its value comes from outside. */
export const placeholderText = (name: string): string =>
  isOutside(name) ? `{{${name}|untrusted}}` : `{{${name}}}`;

/** The template with these bare placeholders marked as untrusted. */
export const markUntrusted = (template: string, names: readonly string[]): string =>
  names.reduce((text, name) => text.replaceAll(`{{${name}}}`, `{{${name}|untrusted}}`), template);

/** The values of a preview. */
export const sampleValues: Readonly<Record<string, string>> = {
  ...Object.fromEntries(outsideVariables.map((name) => [name, `‹${name}›`])),
  channel_id: "C0123456789",
  message_ts: "1700000000.000100",
  thread_ts: "1700000000.000100",
  author_id: "U0123456789",
};
