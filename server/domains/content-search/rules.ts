/** They leave as few texts as all would, and each more is one more walk along the texts that hold it. */
const termLimit = 12;
/** Of a longer needle only so many are judged, evenly over it. */
const judgedLimit = 32;

/**
 * What the index is asked: which texts hold the rarest trigrams of one of the needles. Null where a needle is too
 * short to have one, so that only reading can tell. Needles come folded, as the texts were; `rarity` is
 * greater for a term that fewer texts hold.
 */
export function matchExpression(needles: readonly string[], rarity: (term: string) => number): string | null {
  const each = needles.map(termsOf);
  if (each.some((terms) => terms.length === 0)) return null;
  return each.map((terms) => `(${rarest(terms, rarity).join(" AND ")})`).join(" OR ");
}

/** Trigrams by code points, as the index counts. */
function termsOf(needle: string): string[] {
  const letters = [...needle];
  const all = new Set(letters.slice(2).map((_, at) => quoted(letters.slice(at, at + 3).join(""))));
  const step = Math.ceil(all.size / judgedLimit);
  return [...all].filter((_, position) => position % step === 0);
}

function rarest(terms: readonly string[], rarity: (term: string) => number): readonly string[] {
  if (terms.length <= termLimit) return terms;
  const judged = terms.map((term) => ({ term, rarity: rarity(term) }));
  return judged
    .toSorted((a, b) => b.rarity - a.rarity)
    .slice(0, termLimit)
    .map(({ term }) => term);
}

const quoted = (trigram: string): string => `"${trigram.replaceAll('"', '""')}"`;

/** JSON escapes control characters, and a line ends where its JSON does: no stored text holds one of them (R44). */
export const canStandInJson = (needle: string): boolean => [...needle].every((letter) => letter >= " ");
