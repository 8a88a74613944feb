import type { OutsideEvent } from "./outside-event.ts";
import type { Writing } from "./ports.ts";
import type { PromptAddition } from "./template-rules.ts";
import { text } from "./text.ts";

/** One of several events that share a session. */
interface Folded {
  at: number;
  entry: string;
  writings: readonly Writing[];
}

/** What is kept of an event until it starts a session; JSON. */
export interface KeptEvent {
  variables: Readonly<Record<string, unknown>>;
  summary: string;
  stamp: Readonly<Record<string, unknown>>;
  group: string | null;
  /** The sighting whose session it goes to; null for the first of a burst. */
  joins: number | null;
  entry: string;
  writings: readonly Writing[];
  /** The issue that was opened, as `owner/repo#number`; null for anything else. */
  opened: string | null;
  /** Later ones of its group, which go to the same session. */
  folded: readonly Folded[];
}

/** How many folded events a prompt lists. */
const listed = 25;
/** More of them are counted by nobody. */
const mostFolded = 500;

export const keptEvent = (
  { variables, summary, ...event }: OutsideEvent,
  joins: number | null,
): KeptEvent => ({
  variables,
  summary,
  stamp: event.stamp ?? {},
  group: event.group ?? null,
  joins,
  entry: event.entry ?? summary,
  writings: event.writings ?? [],
  opened: event.opened ?? null,
  folded: [],
});

/** Earlier versions kept the first two alone, and one writing of each. */
interface EarlierEvent extends Partial<Omit<KeptEvent, "folded">> {
  writing?: Writing | null;
  folded?: readonly (Partial<Folded> & Pick<Folded, "at" | "entry"> & { writing?: Writing | null })[];
}

const writingsIn = ({ writings, writing }: Pick<EarlierEvent, "writings" | "writing">): readonly Writing[] =>
  writings ?? (writing ? [writing] : []);

export function readKeptEvent(stored: Readonly<Record<string, unknown>> | null): KeptEvent | null {
  if (stored === null) return null;
  const { variables = {}, summary = text.noSummary, ...event } = stored as EarlierEvent;
  const { stamp = {}, group = null, joins = null, entry = summary, opened = null } = event;
  const folded = (event.folded ?? []).map((one) => ({
    at: one.at,
    entry: one.entry,
    writings: writingsIn(one),
  }));
  return { variables, summary, stamp, group, joins, entry, writings: writingsIn(event), opened, folded };
}

export const withFolded = (event: KeptEvent, one: KeptEvent & { at: number }): KeptEvent => ({
  ...event,
  folded: [...event.folded, { at: one.at, entry: one.entry, writings: one.writings }].slice(0, mostFolded),
});

/** Every writing that goes to the session of the event. */
export const writingsOf = ({ writings, folded }: KeptEvent): Writing[] => [
  ...writings,
  ...folded.flatMap((one) => one.writings),
];

export function additionOf({ folded }: KeptEvent): PromptAddition | null {
  if (folded.length === 0) return null;
  const lines = folded.toSorted((one, other) => one.at - other.at).map(({ entry }) => entry);
  const more = lines.length - listed;
  return {
    sentence: text.folded,
    lines: more > 0 ? [...lines.slice(0, listed), text.moreFolded(more)] : lines,
  };
}
