/** How well a typed word matches a word of a name, from 0 (no match) to 1 (equal). */
function wordScore(typed: string, name: string): number {
  if (name === typed) return 1;
  if (name.startsWith(typed)) return 0.9;
  if (name.includes(typed)) return 0.6;
  return typed.length >= minTypoLength && hasOneTypo(typed, name.slice(0, typed.length + 1)) ? 0.4 : 0;
}

/** The weight of a keyword compared to a word of the title: "invo" finds the session about invoices before the keyword. */
const keywordWeight = 0.8;

/** From this length on, one letter may be wrong; in shorter words that would match anything. */
const minTypoLength = 4;

/** Whether `name` begins with `typed`, apart from one wrong, missing, extra or swapped letter. */
function hasOneTypo(typed: string, name: string): boolean {
  const at = [...typed].findIndex((letter, index) => letter !== name[index]);
  if (at < 0) return true;
  const [rest, other] = [typed.slice(at), name.slice(at)];
  const swapped = rest[0] === other[1] && rest[1] === other[0];
  return (
    other.startsWith(rest.slice(1)) ||
    other.slice(1).startsWith(rest.slice(1)) ||
    other.slice(1).startsWith(rest) ||
    (swapped && other.slice(2).startsWith(rest.slice(2)))
  );
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s/:_-]+/)
    .filter((word) => word !== "");

/** The initials of consecutive words: "ns" matches New session. */
const initialsOf = (name: string): string =>
  wordsOf(name)
    .map((word) => word[0])
    .join("");

/** How well the query matches, from 0 to 1. Every typed word must match; beginnings and title words count more. `names` starts with the title. */
export function matchScore(typed: string, names: readonly string[]): number {
  const words = wordsOf(typed);
  if (words.length === 0) return 1;
  const [title = ""] = names;
  const whole = typed.trim().toLowerCase();
  if (names.some((name) => name.toLowerCase() === whole)) return 1;
  const parts = names.flatMap((name, index) =>
    wordsOf(name).map((part) => ({ part, weight: index === 0 ? 1 : keywordWeight })),
  );
  const fits = words.map((word) =>
    Math.max(0, ...parts.map(({ part, weight }) => weight * wordScore(word, part))),
  );
  if (fits.every((fit) => fit > 0)) {
    const mean = fits.reduce((sum, fit) => sum + fit, 0) / fits.length;
    return title.toLowerCase().startsWith(whole) ? Math.max(mean, 0.95) : mean;
  }
  return whole.length > 1 && initialsOf(title).startsWith(whole) ? 0.5 : 0;
}

type Named = { names: readonly (readonly string[])[] };

/** Whether the query matches anything in these groups. */
export const matchesAny = (typed: string, groups: readonly Named[]): boolean =>
  groups.some(({ names }) => names.some((each) => matchScore(typed, each) > 0));

/** The groups by their best match, in stable order: cmdk sorts only within a group. */
export function sortByMatch<T extends Named>(typed: string, groups: readonly T[]): T[] {
  const best = ({ names }: T): number => Math.max(0, ...names.map((each) => matchScore(typed, each)));
  const rated = groups.map((group) => ({ group, fit: best(group) }));
  return rated.toSorted((a, b) => b.fit - a.fit).map(({ group }) => group);
}
