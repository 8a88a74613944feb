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

/** The prices of one request from the price list. */
function pricesOf(
  { long, ...rate }: Rate,
  promptTokens: number,
): Required<Omit<Rate, "model" | "since" | "long">> {
  if (long !== undefined && promptTokens > long.above) return { ...long, cacheWrite1h: long.input * 2 };
  const { input, output, cacheRead = input / 10, cacheWrite = input * 1.25, cacheWrite1h = input * 2 } = rate;
  return { input, output, cacheRead, cacheWrite, cacheWrite1h };
}

/** Nano-dollars at list price (R179); null for a model whose price is not known. */
export function priceOf(as: PricedAs, counts: TokenCounts): number | null {
  const rate = rateOf(as);
  if (rate === undefined) return null;
  const prices = pricesOf(rate, as.promptTokens);
  const oneHour = counts.cacheCreation1hTokens;
  return (
    counts.inputTokens * nanos(prices.input) +
    counts.outputTokens * nanos(prices.output) +
    counts.cacheReadTokens * nanos(prices.cacheRead) +
    (counts.cacheCreationTokens - oneHour) * nanos(prices.cacheWrite) +
    oneHour * nanos(prices.cacheWrite1h) +
    counts.webSearchRequests * webSearchDollars * nanosInDollar
  );
}

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
