import {
  dollars,
  type PricedAs,
  type PriceList,
  type PriceParts,
  sumOf,
  type TokenCounts,
} from "../../pricing/prices/index.ts";

/** Calls that have the same prices, added up. */
export interface PricedSum extends PricedAs, TokenCounts {
  calls: number;
}

/** A running sum in whole nano-dollars, so that parts add up to the whole in any order. */
export interface Tally {
  nanos: number;
  tokens: number;
  calls: number;
}

export const noTally = (): Tally => ({ nanos: 0, tokens: 0, calls: 0 });

/** A sum with its price; `parts` is null if no price is known, and counts as zero. */
export interface Priced<Sum extends PricedSum> {
  sum: Sum;
  parts: PriceParts | null;
  nanos: number;
  tokens: number;
}

/** Adds the prices of a list. */
export const pricing =
  (prices: PriceList) =>
  <Sum extends PricedSum>(sum: Sum): Priced<Sum> => {
    const parts = prices.partsOf(sum, sum);
    return { sum, parts, nanos: parts === null ? 0 : sumOf(parts), tokens: tokensOf(sum) };
  };

const tokensOf = (sum: TokenCounts): number =>
  sum.inputTokens + sum.outputTokens + sum.cacheReadTokens + sum.cacheCreationTokens;

/** Adds one sum to another, which is changed. */
export function addTally(tally: Tally, { nanos, tokens, calls }: Tally): void {
  tally.nanos += nanos;
  tally.tokens += tokens;
  tally.calls += calls;
}

/** Adds a sum to that of a group. */
export function addTo<Key>(groups: Map<Key, Tally>, key: Key, tally: Tally): void {
  const known = groups.get(key);
  if (known) addTally(known, tally);
  else groups.set(key, { ...tally });
}

export interface Group<Key> {
  key: Key;
  tally: Tally;
}

/** The most expensive first; of those that cost the same, the one with more tokens, and then the first by name. */
export const mostFirst = <Key>(groups: ReadonlyMap<Key, Tally>): Group<Key>[] =>
  [...groups]
    .map(([key, tally]) => ({ key, tally }))
    .sort(
      (one, other) =>
        other.tally.nanos - one.tally.nanos ||
        other.tally.tokens - one.tally.tokens ||
        (String(one.key) < String(other.key) ? -1 : 1),
    );

/** R190: the top groups, then one row for all others, with how many they are. */
export function folded<Key>(
  groups: readonly Group<Key>[],
  most: number,
): { key: Key | null; tally: Tally; others: number | null }[] {
  const top = groups.slice(0, most).map((group) => ({ ...group, others: null }));
  const rest = groups.slice(most);
  if (rest.length === 0) return top;
  const tally = noTally();
  for (const { tally: own } of rest) addTally(tally, own);
  return [...top, { key: null, tally, others: rest.length }];
}

export const spentOf = ({ nanos, tokens, calls }: Tally) => ({
  cost_usd: dollars(nanos),
  tokens,
  api_calls: calls,
});
