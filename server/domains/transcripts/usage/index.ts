export { registerUsageJobs } from "./job-handlers.ts";
export {
  dollars,
  listedRates,
  listPrices,
  type PriceParts,
  priceChanges,
  pricePartsOf,
  promptSteps,
  sumOf,
  type TokenCounts,
} from "./pricing.ts";
export { ratesAsOf, webSearchDollars } from "./rates.ts";
export { usageRoutes } from "./routes.ts";
export { type UsageService, usageService } from "./service.ts";
