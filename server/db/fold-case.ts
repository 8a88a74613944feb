import type { Sql } from "./open.ts";

/** Letters whose lower case is ASCII; they are kept, so that ASCII folds exactly as in SQL's LIKE. */
const apart = /[\u0130\u212A]/;
const runs = /[^\u0130\u212A]+/g;

/**
 * Folds case for searching: letters of every script become lower case one by one, so that a piece of a text folds to the
 * same piece of the folded text. No letter becomes two (`ß` is not `ss`), and accents stay.
 */
export function foldCase(text: string): string {
  const small = apart.test(text) ? text.replace(runs, (run) => run.toLowerCase()) : text.toLowerCase();
  // The only letter whose lower case depends on its neighbors.
  return small.replaceAll("ς", "σ");
}

/** Adds the SQL function `holds_folded(needle, text, ...)`: 1 if one of the texts contains the needle, which must be folded. */
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
