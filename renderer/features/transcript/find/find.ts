import { text } from "./text.ts";

/** The matches in a text, as [start, end). */
function occurrences(content: string, query: string): [start: number, end: number][] {
  if (query.trim() === "") return [];
  const pattern = new RegExp(query.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi");
  return [...content.matchAll(pattern)].map(({ 0: found, index }) => [index, index + found.length]);
}

/** A position in a list of texts: the index of the text, and the offset in it. */
export type Place = readonly [text: number, offset: number];

/** The matches in texts that follow each other in a line of the page, also across their borders. */
export function placesOf(texts: readonly string[], query: string): [from: Place, to: Place][] {
  const starts: number[] = [];
  let length = 0;
  for (const content of texts) {
    starts.push(length);
    length += content.length;
  }
  const placeAt = (at: number, isIn: (start: number) => boolean): Place => {
    const index = Math.max(starts.findLastIndex(isIn), 0);
    return [index, at - (starts[index] ?? 0)];
  };
  return occurrences(texts.join(""), query).map(([from, to]) => [
    placeAt(from, (start) => start <= from),
    placeAt(to, (start) => start < to),
  ]);
}

export type Step = -1 | 1;

/** The line that a step leads to, wrapping at both ends; the first step goes to the newest. Null without matches. */
export function steppedTo(lines: readonly number[], current: number | null, step: Step): number | null {
  if (current === null) return (step < 0 ? lines.at(-1) : lines[0]) ?? null;
  const next = step < 0 ? lines.findLast((line) => line < current) : lines.find((line) => line > current);
  return next ?? (step < 0 ? lines.at(-1) : lines[0]) ?? null;
}

/** The status of a search in the find box. */
export function findStatus(of: {
  lines: readonly number[];
  current: number | null;
  searching: boolean;
  failed: boolean;
  truncated: boolean;
}): string {
  const { lines, current, searching, failed, truncated } = of;
  if (failed) return text.failed;
  if (searching) return text.searching;
  if (lines.length === 0) return text.none;
  const total = `${lines.length.toLocaleString()}${truncated ? "+" : ""}`;
  const at = current === null ? -1 : lines.indexOf(current);
  return at < 0 ? text.found(total) : text.position((at + 1).toLocaleString(), total);
}
