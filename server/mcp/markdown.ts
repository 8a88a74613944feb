/** The parts of what a tool answers: a heading that names the outcome, facts, text as it is. */

export type Fact = [label: string, value: string | number | boolean | null | undefined];

/** One line a fact; what is not known is left out. */
export const factList = (facts: readonly Fact[]): string =>
  facts
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([label, value]) => `- **${label}:** ${value}`)
    .join("\n");

export const heading = (level: 2 | 3, text: string): string => `${"#".repeat(level)} ${text}`;

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
