/** Enough of them to leave few chunks; more would only make the question longer. */
const trigramLimit = 32;

/**
 * What the index is asked: which texts hold every trigram of one of the needles. Null where a needle is too short
 * to have one, so that only reading can tell. Needles come folded, as the texts were.
 */
export function matchExpression(needles: readonly string[]): string | null {
  const each = needles.map(trigramsOf);
  if (each.some((trigrams) => trigrams.length === 0)) return null;
  return each.map((trigrams) => `(${trigrams.map(quoted).join(" AND ")})`).join(" OR ");
}

/** By code points, as the index counts; evenly over a long needle. */
function trigramsOf(needle: string): string[] {
  const letters = [...needle];
  const all = new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join("")));
  const step = Math.ceil(all.size / trigramLimit);
  return [...all].filter((_, position) => position % step === 0);
}

const quoted = (trigram: string): string => `"${trigram.replaceAll('"', '""')}"`;

/** JSON escapes control characters, and a line ends where its JSON does: no stored text holds one of them (R44). */
export const canStandInJson = (needle: string): boolean => [...needle].every((letter) => letter >= " ");
