import { type Rate, rates, webSearchDollars } from "./rates.ts";

/** Counts of one call, or of many that have the same prices. */
export interface TokenCounts {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheCreationTokens: number;
  /** The part cached for an hour. */
  cacheCreation1hTokens: number;
  webSearchRequests: number;
}

/** What the prices of a call depend on, besides its counts. */
export interface PricedAs {
  model: string;
  calledAt: number;
  /** Tokens of the whole prompt, cached ones too. */
  promptTokens: number;
}

/** Whole nano-dollars, so that sums come out the same in any order. */
const nanos = (dollarsPerMillion: number): number => Math.round(dollarsPerMillion * 1_000);
const nanosInDollar = 1_000_000_000;

/** The model without its providers, spelled as in the rates. */
export const plainModel = (model: string): string =>
  (model.toLowerCase().split("/").at(-1) ?? "").replaceAll(".", "-");

const dated = /-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/;

function rateOf({ model, calledAt }: PricedAs): Rate | undefined {
  const plain = plainModel(model)
    .replace(/\[1m\]$/, "")
    .replace(dated, "");
  const known = rates.filter((rate) => rate.model === plain);
  const holds = ({ since }: Rate): boolean => since === undefined || calledAt >= Date.parse(since);
  return known.findLast(holds) ?? known[0];
}

/** Dollars per million tokens. */
type Prices = Required<Omit<Rate, "model" | "since" | "long">>;

/** The prices of one request from the price list. */
function pricesOf({ long, ...rate }: Rate, promptTokens: number): Prices {
  if (long !== undefined && promptTokens > long.above) return { ...long, cacheWrite1h: long.input * 2 };
  const { input, output, cacheRead = input / 10, cacheWrite = input * 1.25, cacheWrite1h = input * 2 } = rate;
  return { input, output, cacheRead, cacheWrite, cacheWrite1h };
}

/** The prices of a short request; null for a model whose price is not known. */
export function listPrices(model: string, at: number): Prices | null {
  const rate = rateOf({ model, calledAt: at, promptTokens: 0 });
  return rate === undefined ? null : pricesOf(rate, 0);
}

/** Every model of the price list, with the prices of that time. */
export const listedRates = (at: number): { model: string; prices: Prices }[] =>
  [...new Set(rates.map(({ model }) => model))].flatMap((model) => {
    const prices = listPrices(model, at);
    return prices === null ? [] : [{ model, prices }];
  });

/** Nano-dollars by kind of token. */
export interface PriceParts {
  input: number;
  output: number;
  cache_read: number;
  cache_write_5m: number;
  cache_write_1h: number;
  web_search: number;
}

/** Nano-dollars at list price (R179); null for a model whose price is not known. */
export function pricePartsOf(as: PricedAs, counts: TokenCounts): PriceParts | null {
  const rate = rateOf(as);
  if (rate === undefined) return null;
  const prices = pricesOf(rate, as.promptTokens);
  const oneHour = counts.cacheCreation1hTokens;
  return {
    input: counts.inputTokens * nanos(prices.input),
    output: counts.outputTokens * nanos(prices.output),
    cache_read: counts.cacheReadTokens * nanos(prices.cacheRead),
    cache_write_5m: (counts.cacheCreationTokens - oneHour) * nanos(prices.cacheWrite),
    cache_write_1h: oneHour * nanos(prices.cacheWrite1h),
    web_search: counts.webSearchRequests * webSearchDollars * nanosInDollar,
  };
}

export function priceOf(as: PricedAs, counts: TokenCounts): number | null {
  const parts = pricePartsOf(as, counts);
  return parts && sumOf(parts);
}

export const sumOf = (parts: PriceParts): number =>
  Object.values(parts).reduce((sum: number, part: number) => sum + part, 0);

export const dollars = (nanoDollars: number): number => nanoDollars / nanosInDollar;

/** Prompts longer than these have other prices, for one model or another. */
export const promptSteps: readonly number[] = stepsOf(({ long }) => long?.above);
/** At these instants prices changed, for one model or another. */
export const priceChanges: readonly number[] = stepsOf(({ since }) =>
  since === undefined ? undefined : Date.parse(since),
);

function stepsOf(step: (rate: Rate) => number | undefined): number[] {
  const found = rates.map(step).filter((value) => value !== undefined);
  return [...new Set(found)].sort((one, other) => one - other);
}
