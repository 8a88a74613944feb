import {
  cacheMultipliers,
  listedView,
  type PriceList,
  priceChanges,
  ratesAsOf,
  webSearchDollars,
} from "../../pricing/prices/index.ts";
import type { CostReport } from "./model.ts";
import { text } from "./text.ts";

/** Encodes the entry with the table of rates; it is long, and stays the same until a price changes. */
export function encodedPricing() {
  let kept: { prices: PriceList; era: number; json: Uint8Array } | null = null;
  return (prices: PriceList, now: number): Uint8Array => {
    const era = priceChanges.filter((change) => change <= now).length;
    if (kept?.prices !== prices || kept.era !== era)
      kept = { prices, era, json: Buffer.from(JSON.stringify({ pricing: pricingAt(prices, now) })) };
    return kept.json;
  };
}

function pricingAt(list: PriceList, now: number): CostReport["pricing"] {
  return {
    note: text.note,
    as_of: ratesAsOf,
    cache_multipliers: cacheMultipliers,
    web_search_per_1k_requests: webSearchDollars * 1_000,
    per_mtok: Object.fromEntries(list.all(now).map((listed) => [listed.model, listedView(listed)])),
  };
}
