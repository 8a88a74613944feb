import type { ListedModel, Prices } from "./price-list.ts";
import { cacheMultipliers } from "./rates.ts";

/** Prices as the API names them, in dollars per million tokens. */
export const pricesView = ({ input, output, cacheRead, cacheWrite, cacheWrite1h }: Prices) => ({
  input,
  output,
  cache_read: cacheRead,
  cache_write_5m: cacheWrite,
  cache_write_1h: cacheWrite1h,
});

/** With everything by which a call may have been charged otherwise. */
export function listedView({ prices, long, earlier }: ListedModel) {
  const own = ownMultipliers(prices);
  return {
    ...pricesView(prices),
    ...(own && { cache_multipliers: own }),
    ...(long && { long_prompt: { above_tokens: long.above, ...pricesView(long.prices) } }),
    ...(earlier.length > 0 && {
      earlier: earlier.map(({ until, prices: before }) => ({
        until: new Date(until).toISOString(),
        ...pricesView(before),
      })),
    }),
  };
}

/** The multipliers of a model that has others than the rule; null where the rule holds, and for a model without a price. */
function ownMultipliers({ input, cacheRead, cacheWrite, cacheWrite1h }: Prices) {
  if (input === 0) return null;
  const times = (price: number): number => Math.round((price / input) * 10_000) / 10_000;
  const own = { read: times(cacheRead), write_5m: times(cacheWrite), write_1h: times(cacheWrite1h) };
  const { read, write_5m, write_1h } = cacheMultipliers;
  return own.read === read && own.write_5m === write_5m && own.write_1h === write_1h ? null : own;
}
