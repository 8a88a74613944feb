import type { SelectOption } from "../../../ui/Select.tsx";
import { type ConditionField, type ConditionShape, fieldsOf, type Settings } from "../condition-fields.ts";
import { text } from "./text.ts";

/** A piece of a condition's sentence: words, or a field that completes it. */
export type Part = { words: string } | { field: ConditionField };

const words = text.parts;

/** A field by its name, with the words of its choices as they stand in the sentence. */
interface Blank {
  name: string;
  choices?: Readonly<Record<string, string>>;
}
type Draft = string | Blank;

const blank = (name: string, choices?: Blank["choices"]): Blank => ({ name, ...(choices && { choices }) });

const place: readonly Draft[] = [words.in, blank("repos")];

/** Singular after one and "everyone". */
const chosen = (known: Readonly<Record<string, readonly [string, string]>>, isOne: boolean) =>
  Object.fromEntries(Object.entries(known).map(([name, [many, one]]) => [name, isOne ? one : many]));

const drafts: Readonly<Record<ConditionShape, (settings: Settings) => readonly Draft[]>> = {
  recurring: ({ interval = "", unit = "" }) => [
    words.every,
    blank("interval"),
    blank("unit", chosen(words.units, interval.trim() === "1")),
    ...(unit === "weeks" ? [words.on, blank("day_of_week")] : []),
    ...(unit === "weeks" || unit === "days" ? [words.at, blank("time")] : []),
    words.zone,
    blank("timezone"),
  ],
  once: () => [words.once, blank("scheduled_at"), words.zone, blank("timezone")],
  ao_event: ({ event_name = "" }) =>
    event_name === "account_needs_reauth"
      ? [words.anAccount, blank("event_name", words.sessionEvents)]
      : [words.session, blank("watched_session_id"), blank("event_name", words.sessionEvents)],
  chat: ({ event_type = "", who = "" }) => [
    words.when,
    blank("who", words.who),
    ...(who === "listed" ? [blank("allowed_user_ids")] : []),
    blank("event_type", chosen(text.sentence.chatEvents, who === "everyone")),
    ...(event_type === "dm_message" ? [] : [words.in, blank("channel_id")]),
  ],
  chat_bridge: ({ mode = "" }) => [
    words.when,
    blank("mode", words.bridgeModes),
    words.inChat,
    blank("chat_id"),
    ...(mode === "addressed" ? [words.by, blank("keywords")] : []),
  ],
  code_host_label: () => [words.when, blank("target", words.targets), ...place, words.gets, blank("labels")],
  code_host_issue: () => [words.opened, ...place, words.unless, blank("exclude_labels")],
  code_host_check: () => [words.failed, blank("branch"), words.of, blank("repos")],
  system_event: () => [words.when, blank("event_name", words.systemEvents)],
};

const withChoices = (field: ConditionField, choices: Blank["choices"]): ConditionField => {
  if (!choices || !field.options) return field;
  const options: SelectOption[] = field.options.map(({ value, label }) => ({
    value,
    label: choices[value] ?? label,
  }));
  return { ...field, options };
};

/** A condition as the sentence that its fields complete, and the fields that are no part of it. */
export function partsOf(
  shape: ConditionShape,
  settings: Settings,
): { parts: Part[]; rest: ConditionField[] } {
  const visible = fieldsOf[shape].filter(({ when }) => when?.(settings) ?? true);
  const named = new Set<string>();
  const parts = drafts[shape](settings).flatMap((draft): Part[] => {
    if (typeof draft === "string") return [{ words: draft }];
    const field = visible.find(({ name }) => name === draft.name);
    if (!field) return [];
    named.add(field.name);
    return [{ field: withChoices(field, draft.choices) }];
  });
  return { parts, rest: visible.filter(({ name }) => !named.has(name)) };
}
