/** The parts of what a tool answers: a heading that names the outcome, facts, text as it is. */

export type Fact = [label: string, value: string | number | boolean | null | undefined];

/** Text that somebody else wrote begins no line of its own, so that it can pass for no other part of the page. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** The beginning of a text, in one line. */
export function glance(text: string, limit: number): string {
  const line = oneLine(text);
  return line.length <= limit ? line : `${line.slice(0, limit).toWellFormed()}…`;
}

/** One line a fact; what is not known is left out. */
export const factList = (facts: readonly Fact[]): string =>
  facts
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([label, value]) => `- **${label}:** ${oneLine(String(value))}`)
    .join("\n");

export const heading = (level: 2 | 3, text: string): string => `${"#".repeat(level)} ${oneLine(text)}`;

/** Fenced so that no fence inside the text ends it. */
export function fence(text: string, language = ""): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  return `${mark}${language}\n${text}\n${mark}`;
}

export const jsonFence = (value: unknown): string => fence(JSON.stringify(value, null, 2), "json");

/** Blocks with a blank line between them; empty ones are left out. */
export const page = (...blocks: readonly (string | null)[]): string =>
  blocks.filter((block) => block !== null && block !== "").join("\n\n");
