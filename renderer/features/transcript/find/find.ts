/** Where a text has it, as [start, end). */
function occurrences(text: string, query: string): [start: number, end: number][] {
  if (query.trim() === "") return [];
  const pattern = new RegExp(query.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi");
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => [index, index + found.length]);
}

/** A place in a list of texts: which of them, and where in it. */
export type Place = readonly [text: number, offset: number];

/** Where texts that follow each other in one line of the page have it, also across their borders. */
export function placesOf(texts: readonly string[], query: string): [from: Place, to: Place][] {
  const starts: number[] = [];
  let length = 0;
  for (const text of texts) {
    starts.push(length);
    length += text.length;
  }
  const placeAt = (at: number, isIn: (start: number) => boolean): Place => {
    const text = Math.max(starts.findLastIndex(isIn), 0);
    return [text, at - (starts[text] ?? 0)];
  };
  return occurrences(texts.join(""), query).map(([from, to]) => [
    placeAt(from, (start) => start <= from),
    placeAt(to, (start) => start < to),
  ]);
}

export type Step = -1 | 1;

/** The line that a step leads to, round at either end; the first step goes to the newest. Null where there is none. */
export function steppedTo(lines: readonly number[], current: number | null, step: Step): number | null {
  if (current === null) return (step < 0 ? lines.at(-1) : lines[0]) ?? null;
  const next = step < 0 ? lines.findLast((line) => line < current) : lines.find((line) => line > current);
  return next ?? (step < 0 ? lines.at(-1) : lines[0]) ?? null;
}

/** How the find box says where it stands. */
export function findWords(of: {
  lines: readonly number[];
  current: number | null;
  searching: boolean;
  failed: boolean;
  truncated: boolean;
}): string {
  const { lines, current, searching, failed, truncated } = of;
  if (failed) return "Search failed";
  if (searching) return "Searching";
  if (lines.length === 0) return "No matches";
  const total = `${lines.length.toLocaleString()}${truncated ? "+" : ""}`;
  const at = current === null ? -1 : lines.indexOf(current);
  return at < 0 ? `${total} found` : `${(at + 1).toLocaleString()} of ${total}`;
}
