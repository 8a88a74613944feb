import { cacheMultipliers, type Rate, rates, webSearchDollars } from "./rates.ts";

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

/** Everything that its price depends on. */
export type CountedCall = PricedAs & TokenCounts;

/** Dollars per million tokens. */
export interface Prices {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  cacheWrite1h: number;
}

/** What the owner pays for a model, at any time and for prompts of any length. */
export interface OwnRate {
  model: string;
  prices: Prices;
}

/** What a model costs: as a rule, for a long prompt, and what it cost before. */
export interface ListedModel {
  model: string;
  prices: Prices;
  isOwn: boolean;
  long: { above: number; prices: Prices } | null;
  /** Oldest first; each held until that instant. */
  earlier: { until: number; prices: Prices }[];
}

/** Nano-dollars by kind of token. */
export interface PriceParts {
  input: number;
  output: number;
  cache_read: number;
  cache_write_5m: number;
  cache_write_1h: number;
  web_search: number;
}

/** Whole nano-dollars, so that sums come out the same in any order. */
const nanos = (dollarsPerMillion: number): number => Math.round(dollarsPerMillion * 1_000);
const nanosInDollar = 1_000_000_000;

/** The model without its providers, spelled as in the rates. */
export const plainModel = (model: string): string =>
  (model.toLowerCase().split("/").at(-1) ?? "").replaceAll(".", "-").replace(/\[1m\]$/, "");

const dated = /-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/;
const ratesByModel = Map.groupBy(rates, ({ model }) => model);
/** More than anyone uses; the names come from files. */
const mostKnown = 2_000;

export type PriceList = ReturnType<typeof priceList>;

/** The list prices, and in their place what the owner pays. */
export function priceList(own: readonly OwnRate[] = []) {
  const ownPrices = new Map(own.map(({ model, prices }) => [model, prices]));
  const known = new Map<string, readonly Rate[]>();

  function ratesOf(model: string): readonly Rate[] {
    const found = known.get(model);
    if (found) return found;
    const name = listedAs(model);
    const prices = name === null ? undefined : ownPrices.get(name);
    const rate = name === null ? [] : prices ? [{ model: name, ...prices }] : (ratesByModel.get(name) ?? []);
    if (known.size >= mostKnown) known.clear();
    known.set(model, rate);
    return rate;
  }

  function listedAs(model: string): string | null {
    const plain = plainModel(model);
    const names = [plain, plain.replace(dated, "")];
    return names.find((name) => ownPrices.has(name)) ?? names.find((name) => ratesByModel.has(name)) ?? null;
  }

  function pricesOf({ model, calledAt, promptTokens }: PricedAs): Prices | null {
    const all = ratesOf(model);
    const holds = ({ since }: Rate): boolean => since === undefined || calledAt >= Date.parse(since);
    const rate = all.length === 1 ? all[0] : (all.findLast(holds) ?? all[0]);
    return rate === undefined ? null : requestPrices(rate, promptTokens);
  }

  /** Nano-dollars (R179); null for a model whose price is not known. */
  function partsOf(as: PricedAs, counts: TokenCounts): PriceParts | null {
    const prices = pricesOf(as);
    if (prices === null) return null;
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

  return {
    own,
    partsOf,

    /** Nano-dollars; null for a model whose price is not known. */
    priceOf(as: PricedAs, counts: TokenCounts): number | null {
      const parts = partsOf(as, counts);
      return parts && sumOf(parts);
    },

    isPriced: (model: string): boolean => ratesOf(model).length > 0,

    /** The name under which `all` has a model; null if its price is not known. */
    listedAs,

    /** Every model with a price, with those of a short request at that time. */
    all: (at: number): ListedModel[] =>
      [...new Set([...ownPrices.keys(), ...ratesByModel.keys()])].flatMap((model) => {
        const prices = pricesOf({ model, calledAt: at, promptTokens: 0 });
        return prices === null
          ? []
          : [{ model, prices, isOwn: ownPrices.has(model), ...otherPrices(ratesOf(model), at) }];
      }),
  };
}

function otherPrices(all: readonly Rate[], at: number): Pick<ListedModel, "long" | "earlier"> {
  const begins = all.map(({ since }, index) => (index === 0 || since === undefined ? 0 : Date.parse(since)));
  const now = begins.findLastIndex((begin) => begin <= at);
  const long = all[now]?.long;
  return {
    long: long ? { above: long.above, prices: withDefaults(long) } : null,
    earlier: all
      .slice(0, now)
      .map((before, index) => ({ until: begins[index + 1] ?? 0, prices: requestPrices(before, 0) })),
  };
}

/** The prices of one request. */
function requestPrices({ long, ...rate }: Rate, promptTokens: number): Prices {
  return withDefaults(long !== undefined && promptTokens > long.above ? long : rate);
}

const withDefaults = ({ input, output, ...cache }: Omit<Rate, "model" | "long">): Prices => ({
  input,
  output,
  cacheRead: cache.cacheRead ?? input * cacheMultipliers.read,
  cacheWrite: cache.cacheWrite ?? input * cacheMultipliers.write_5m,
  cacheWrite1h: cache.cacheWrite1h ?? input * cacheMultipliers.write_1h,
});

export const sumOf = (parts: PriceParts): number =>
  parts.input +
  parts.output +
  parts.cache_read +
  parts.cache_write_5m +
  parts.cache_write_1h +
  parts.web_search;

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
