import type { Sql } from "./open.ts";

/** Their small letter is an ASCII one; they stay as they are, so that ASCII folds exactly as SQL's LIKE folds it. */
const apart = /[\u0130\u212A]/;
const runs = /[^\u0130\u212A]+/g;

/**
 * What a search compares: letters of every script as small ones, each by itself, so that a piece of a text folds
 * to the same piece of the folded text. No letter becomes two: `ß` is not `ss`, and accents stay.
 */
export function foldCase(text: string): string {
  const small = apart.test(text) ? text.replace(runs, (run) => run.toLowerCase()) : text.toLowerCase();
  // The one letter whose small form depends on what stands beside it.
  return small.replaceAll("ς", "σ");
}

/** Gives SQL `holds_folded(needle, text, ...)`: 1 where one of the texts holds the needle, which comes folded. */
export function addFoldedSearch(sql: Sql): void {
  sql.function(
    "holds_folded",
    { deterministic: true, varargs: true },
    (needle: unknown, ...texts: unknown[]) => {
      const holds = (text: unknown): boolean =>
        typeof text === "string" && foldCase(text).includes(String(needle));
      return texts.some(holds) ? 1 : 0;
    },
  );
}
