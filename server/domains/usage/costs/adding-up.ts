import { dollars, type PriceList, type PriceParts, sumOf, type TokenCounts } from "../prices/index.ts";

/** Calls that have the same prices, added up. */
export interface PricedSum extends TokenCounts {
  model: string;
  calls: number;
  calledAt: number;
  promptTokens: number;
}

/** A running sum in whole nano-dollars, so that parts add up to the whole in any order. */
export interface Tally {
  nanos: number;
  tokens: number;
  calls: number;
}

const noTally = (): Tally => ({ nanos: 0, tokens: 0, calls: 0 });

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

function add(tally: Tally, { nanos, tokens, sum }: Priced<PricedSum>): Tally {
  tally.nanos += nanos;
  tally.tokens += tokens;
  tally.calls += sum.calls;
  return tally;
}

export function tallyOf(items: readonly Priced<PricedSum>[]): Tally {
  return items.reduce(add, noTally());
}

/** Tallies by key, most expensive first; of those that cost the same, the one with more tokens. */
export function tallies<Key, Sum extends PricedSum>(
  items: readonly Priced<Sum>[],
  keyOf: (sum: Sum) => Key,
): { key: Key; tally: Tally }[] {
  const found = new Map<Key, Tally>();
  for (const item of items) {
    const key = keyOf(item.sum);
    const tally = found.get(key);
    if (tally) add(tally, item);
    else found.set(key, add(noTally(), item));
  }
  return [...found]
    .map(([key, tally]) => ({ key, tally }))
    .sort((one, other) => other.tally.nanos - one.tally.nanos || other.tally.tokens - one.tally.tokens);
}

/** R190: the top groups, then one row for all others, with how many they are. */
export function folded<Key>(
  groups: readonly { key: Key; tally: Tally }[],
  most: number,
): { key: Key | null; tally: Tally; others: number | null }[] {
  const top = groups.slice(0, most).map((group) => ({ ...group, others: null }));
  const rest = groups.slice(most);
  if (rest.length === 0) return top;
  const tally = noTally();
  for (const { tally: own } of rest) {
    tally.nanos += own.nanos;
    tally.tokens += own.tokens;
    tally.calls += own.calls;
  }
  return [...top, { key: null, tally, others: rest.length }];
}

export const spentOf = ({ nanos, tokens, calls }: Tally) => ({
  cost_usd: dollars(nanos),
  tokens,
  api_calls: calls,
});
