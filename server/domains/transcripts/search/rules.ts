/** No more are asked for: each is one more walk along the texts that hold it. */
const termLimit = 12;
/** Of a longer needle only so many are judged, evenly over it. */
const judgedLimit = 32;
/** If less than this share of the texts would contain all terms by chance, reading them is faster than querying for more terms. */
const enough = 2e-4;
/** Judging ends where by chance this part would: the rarest of those judged are enough by then. */
const plenty = 1e-6;
/** To read the few texts without a term takes less than to ask for one that all the others hold. */
const common = 0.9;

/** What the index knows of the three letters that it calls a term. */
export interface Terms {
  /** About which part of the texts holds a term, which comes quoted. */
  share(term: string): number;
  /** Those that begin with these letters; null where they are too many to ask for. */
  startingWith(letters: string): readonly string[] | null;
}

export interface Asked {
  expression: string;
  /** About which part of the texts it would name if its terms were spread by chance; mostly it names more. */
  share: number;
}

/**
 * What the index is asked: which texts hold the rarest trigrams of one of the needles, or one that begins with the
 * needle where that is too short to have any. Null where only reading can tell. Needles come folded, as the texts were.
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

/** Trigrams by code points, as the index counts. */
function termsOf(needle: string): string[] {
  const letters = [...needle];
  const all = new Set(letters.slice(2).map((_, at) => quoted(letters.slice(at, at + 3).join(""))));
  const step = Math.ceil(all.size / judgedLimit);
  return [...all].filter((_, position) => position % step === 0);
}

function rarest(terms: readonly string[], share: Terms["share"]): Asked {
  const asked: string[] = [];
  let chance = 1;
  for (const one of judged(terms, share).toSorted((a, b) => a.share - b.share)) {
    const isSpared = chance < enough || one.share > common || asked.length === termLimit;
    if (isSpared && asked.length > 0) break;
    asked.push(one.term);
    chance *= one.share;
  }
  return { expression: asked.join(" AND "), share: chance };
}

function judged(terms: readonly string[], share: Terms["share"]) {
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

/** JSON escapes these letters, so that no text has the term. */
const nothing = '"\u0001\u0001\u0001"';

const quoted = (trigram: string): string => `"${trigram.replaceAll('"', '""')}"`;

/** JSON escapes control characters, and a line ends where its JSON does: no stored text holds one of them (R44). */
export const canStandInJson = (needle: string): boolean => [...needle].every((letter) => letter >= " ");
