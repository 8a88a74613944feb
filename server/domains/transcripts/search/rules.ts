/** The most terms in a query: each costs one more walk over the texts that contain it. */
const termLimit = 12;
/** Of a longer needle only this many terms are rated, evenly spread over it. */
const ratedLimit = 32;
/** If less than this share of the texts would contain all terms by chance, reading them is faster than querying for more terms. */
const enough = 2e-4;
/** Rating stops once this share of the texts would contain all rated terms by chance: the rarest of them are enough. */
const plenty = 1e-6;
/** A term in more texts than this is not worth a query: reading the few texts without it takes less time. */
const common = 0.9;

/** What the index knows about terms, which have three letters. */
export interface Terms {
  /** About which share of the texts contains a term, given in quotes. */
  share(term: string): number;
  /** The terms that begin with these letters; null if there are too many for a query. */
  startingWith(letters: string): readonly string[] | null;
}

export interface Asked {
  expression: string;
  /** About which share of the texts would match if terms were spread by chance; usually more do. */
  share: number;
}

/**
 * The query to the index: which texts contain the rarest trigrams of one of the needles, or a trigram that begins with
 * the needle if it is too short to have any. Null if all texts must be read. Needles are case-folded, like the texts.
 */
export function askFor(needles: readonly string[], terms: Terms): Asked | null {
  const each = needles.map((needle) => askForOne(needle, terms));
  if (!each.every((one) => one !== null)) return null;
  return {
    expression: each.map(({ expression }) => `(${expression})`).join(" OR "),
    share: each.reduce((sum, { share }) => sum + share, 0),
  };
}

function askForOne(needle: string, { share, startingWith }: Terms): Asked | null {
  const terms = termsOf(needle);
  if (terms.length > 0) return rarest(terms, share);
  const longer = startingWith(needle);
  if (longer === null) return null;
  return { expression: longer.length === 0 ? nothing : longer.map(quoted).join(" OR "), share: 0 };
}

/** Trigrams by code points, as in the index. */
function termsOf(needle: string): string[] {
  const letters = [...needle];
  const all = new Set(letters.slice(2).map((_, at) => quoted(letters.slice(at, at + 3).join(""))));
  const step = Math.ceil(all.size / ratedLimit);
  return [...all].filter((_, position) => position % step === 0);
}

function rarest(terms: readonly string[], share: Terms["share"]): Asked {
  const asked: string[] = [];
  let chance = 1;
  for (const one of rated(terms, share).toSorted((a, b) => a.share - b.share)) {
    const isSpared = chance < enough || one.share > common || asked.length === termLimit;
    if (isSpared && asked.length > 0) break;
    asked.push(one.term);
    chance *= one.share;
  }
  return { expression: asked.join(" AND "), share: chance };
}

function rated(terms: readonly string[], share: Terms["share"]) {
  const all: { term: string; share: number }[] = [];
  let chance = 1;
  for (const term of terms) {
    const one = { term, share: share(term) };
    all.push(one);
    chance *= one.share;
    if (chance < plenty) break;
  }
  return all;
}

/** JSON escapes these letters, so no text contains the term. */
const nothing = '"\u0001\u0001\u0001"';

const quoted = (trigram: string): string => `"${trigram.replaceAll('"', '""')}"`;

/** JSON escapes control characters, and a line ends where its JSON does, so no stored text contains one (R44). */
export const canBeInJson = (needle: string): boolean => [...needle].every((letter) => letter >= " ");
