/** The parts of a tool's answer: a heading with the outcome, facts, verbatim text. */

export type Fact = [label: string, value: string | number | boolean | null | undefined];

/** Keeps text from others on one line, so that it cannot look like another part of the page. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** The start of a text, on one line. */
export function glance(text: string, limit: number): string {
  const line = oneLine(text);
  return line.length <= limit ? line : `${line.slice(0, limit).toWellFormed()}…`;
}

/** One line per fact; unknown facts are left out. */
export const factList = (facts: readonly Fact[]): string =>
  facts
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([label, value]) => `- **${label}:** ${oneLine(String(value))}`)
    .join("\n");

export const heading = (level: 2 | 3, text: string): string => `${"#".repeat(level)} ${oneLine(text)}`;

/** A code block with a fence longer than any inside the text. */
export function fence(text: string, language = ""): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  return `${mark}${language}\n${text}\n${mark}`;
}

export const jsonFence = (value: unknown): string => fence(JSON.stringify(value, null, 2), "json");

/** What a search found: a title, how many there are, and a block for each of this page, or that there is none. */
export const listPage = (
  words: { title: string; total(count: number): string; none: string },
  total: number,
  blocks: readonly string[],
): string =>
  page(heading(2, words.title), words.total(total), ...(blocks.length === 0 ? [words.none] : blocks));

/** Blocks with a blank line between them; empty ones are left out. */
export const page = (...blocks: readonly (string | null)[]): string =>
  blocks.filter((block) => block !== null && block !== "").join("\n\n");
