import { itemText, type TimelineItem } from "./view-model.ts";

const texts = new WeakMap<TimelineItem["entry"], { result: TimelineItem["result"]; text: string }>();

/** Every stroke in the find box asks for every text, so each is put together once. */
function searchedText(item: TimelineItem): string {
  const held = texts.get(item.entry);
  if (held && held.result === item.result) return held.text;
  const text = itemText(item).toLowerCase();
  texts.set(item.entry, { result: item.result, text });
  return text;
}

/** Keys of the blocks that say it, in their order; upper and lower case are the same. */
export function matchesOf(items: readonly TimelineItem[], query: string): string[] {
  const wanted = query.toLowerCase();
  if (wanted.trim() === "") return [];
  return items.filter((item) => searchedText(item).includes(wanted)).map(({ key }) => key);
}

/** Where a text has it, as [start, end). */
export function occurrences(text: string, query: string): [start: number, end: number][] {
  if (query.trim() === "") return [];
  const pattern = new RegExp(query.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi");
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => [index, index + found.length]);
}

export type Step = -1 | 1;

/** `seek`: what is wanted may stand in earlier lines that are not loaded. */
export type Move = { kind: "to"; key: string } | { kind: "seek" } | { kind: "none" };

/** Where a step leads. Past the end it goes on at the other one, but not before all earlier lines are known. */
export function decideMove(of: {
  matches: readonly string[];
  current: string | null;
  step: Step;
  hasOlder: boolean;
}): Move {
  const { matches, current, step, hasOlder } = of;
  const at = current === null ? -1 : matches.indexOf(current);
  const next = at < 0 ? (step < 0 ? matches.length - 1 : 0) : at + step;
  const key = matches[next];
  if (key !== undefined) return { kind: "to", key };
  if (hasOlder && next < 0) return { kind: "seek" };
  const wrapped = step < 0 ? matches.at(-1) : matches[0];
  if (wrapped === undefined) return hasOlder ? { kind: "seek" } : { kind: "none" };
  return { kind: "to", key: wrapped };
}

/** How the find box says where it stands. */
export function findWords(of: {
  matches: readonly string[];
  current: string | null;
  seeking: boolean;
  hasOlder: boolean;
}): string {
  const { matches, current, seeking, hasOlder } = of;
  const total = `${matches.length}${hasOlder ? "+" : ""}`;
  const at = current === null ? -1 : matches.indexOf(current);
  if (seeking) return "Looking further back";
  if (matches.length === 0) return hasOlder ? "None so far" : "No match";
  return at < 0 ? `${total} found` : `${at + 1} of ${total}`;
}
