export {
  type CountedCall,
  dollars,
  type OwnRate,
  type PricedAs,
  type PriceList,
  type PriceParts,
  type Prices,
  plainModel,
  priceChanges,
  priceList,
  promptSteps,
  sumOf,
  type TokenCounts,
} from "./price-list.ts";
export { cacheMultipliers, ratesAsOf, webSearchDollars } from "./rates.ts";
export { listedView, pricesView } from "./view.ts";
