import { sessionRefusal } from "./errors.ts";

const queryLimit = 1_000;

/** The one substring to look for, in each spelling a JSON key may have (R42, R43). */
export function readNeedles(query: string | undefined): { query: string; needles: string[] } {
  if (query === undefined || query === "") throw sessionRefusal("query_missing");
  if (query.length > queryLimit) throw sessionRefusal("query_too_long");
  const spaced = query.replace(/":(?=\S)/g, '": ');
  const tight = query.replace(/": /g, '":');
  return { query, needles: [...new Set([query, spaced, tight])] };
}
