import type { OutsideEvent } from "./outside-event.ts";
import type { Writing } from "./ports.ts";
import type { PromptAddition } from "./template-rules.ts";
import { text } from "./text.ts";

/** One of several events that share a session. */
interface Folded {
  at: number;
  entry: string;
  writing: Writing | null;
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
  writing: Writing | null;
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
  writing: event.writing ?? null,
  folded: [],
});

/** An earlier version kept the first two alone. */
export function readKeptEvent(stored: Readonly<Record<string, unknown>> | null): KeptEvent | null {
  if (stored === null) return null;
  const { variables = {}, summary = text.noSummary, ...event } = stored as Partial<KeptEvent>;
  const { stamp = {}, group = null, joins = null, writing = null, folded = [] } = event;
  return { variables, summary, stamp, group, joins, entry: event.entry ?? summary, writing, folded };
}

export const withFolded = (event: KeptEvent, one: KeptEvent & { at: number }): KeptEvent => ({
  ...event,
  folded: [...event.folded, { at: one.at, entry: one.entry, writing: one.writing }].slice(0, mostFolded),
});

/** Every writing that goes to the session of the event. */
export const writingsOf = ({ writing, folded }: KeptEvent): Writing[] =>
  [writing, ...folded.map((one) => one.writing)].filter((one) => one !== null);

export function additionOf({ folded }: KeptEvent): PromptAddition | null {
  if (folded.length === 0) return null;
  const lines = folded.toSorted((one, other) => one.at - other.at).map(({ entry }) => entry);
  const more = lines.length - listed;
  return {
    sentence: text.folded(lines.length),
    lines: more > 0 ? [...lines.slice(0, listed), text.moreFolded(more)] : lines,
  };
}
