import { furtherRates } from "./further-rates.ts";

/**
 * What providers charge, in US dollars per million tokens, from their public price lists: an estimate to compare, not a
 * bill. A model that is not listed is reported as unpriced and counts as zero.
 */
export interface Rate {
  /** The model's id in lower case, with hyphens for dots; a date may follow it. */
  model: string;
  /** The day from which it applies, UTC; the first rate of a model also applies before it. */
  since?: string;
  input: number;
  output: number;
  /** By default what `cacheMultipliers` make of the input price, as the next two: in the cache for minutes, and for an hour. */
  cacheRead?: number;
  cacheWrite?: number;
  cacheWrite1h?: number;
  /** The prices of a whole request whose prompt is longer than `above`. */
  long?: { above: number; input: number; output: number; cacheRead: number; cacheWrite: number };
}

/** What tokens that are read from a cache or written to one cost, times the input price (R179), unless a rate says so itself. */
export const cacheMultipliers = { read: 0.1, write_5m: 1.25, write_1h: 2 } as const;

/** The day of the newest figure below. */
export const ratesAsOf = "2026-10-26";

/** Dollars for one search that a provider made for the model. */
export const webSearchDollars = 0.01;

/** For prompts longer than this, OpenAI charges twice the price for input, and one and a half times for output. */
const openAiLong = 272_000;

function openAi(
  model: string,
  prices: { input: number; cacheRead: number; output: number; cacheWrite?: number },
): Rate {
  const { input, cacheRead, output } = prices;
  const cacheWrite = prices.cacheWrite ?? input * cacheMultipliers.write_5m;
  return {
    model,
    ...prices,
    long: {
      above: openAiLong,
      input: input * 2,
      output: output * 1.5,
      cacheRead: cacheRead * 2,
      cacheWrite: cacheWrite * 2,
    },
  };
}

const each = (models: readonly string[], rate: Omit<Rate, "model">): Rate[] =>
  models.map((model) => ({ ...rate, model }));

/** The lines of a list of further models. */
const listed = (list: string): Rate[] =>
  list
    .trim()
    .split(/[;\n]\s*/)
    .map((entry) => {
      const [model = "", ...figures] = entry.split(" ");
      const [input = 0, output = 0, cacheRead = input, cacheWrite = input] = figures.map(Number);
      return { model, input, output, cacheRead, cacheWrite, cacheWrite1h: cacheWrite };
    });

export const rates: readonly Rate[] = [
  ...each(["claude-fable-5-1", "claude-mythos-5-1"], { input: 10, cacheRead: 0.25, output: 50 }),
  { model: "claude-fable-5", input: 10, cacheRead: 1, output: 50 },
  { model: "claude-opus-5-5", input: 4, cacheRead: 0.2, output: 20 },
  ...each(["claude-opus-5", "claude-opus-4-8", "claude-opus-4-7", "claude-opus-4-6", "claude-opus-4-5"], {
    input: 5,
    cacheRead: 0.5,
    output: 25,
  }),
  { model: "claude-sonnet-5-5", input: 2, cacheRead: 0.2, output: 10 },
  { model: "claude-sonnet-5-5", since: "2026-10-07", input: 2, cacheRead: 0.1, output: 10 },
  { model: "claude-sonnet-5", input: 2, cacheRead: 0.2, output: 10 },
  ...each(["claude-opus-4-1", "claude-opus-4", "claude-opus-4-0", "claude-3-opus"], {
    input: 15,
    output: 75,
  }),
  ...each(
    [
      "claude-sonnet-4-6",
      "claude-sonnet-4-5",
      "claude-sonnet-4",
      "claude-sonnet-4-0",
      "claude-3-7-sonnet",
      "claude-3-5-sonnet",
    ],
    { input: 3, cacheRead: 0.3, output: 15 },
  ),
  {
    model: "claude-haiku-5-5",
    input: 0.1,
    cacheRead: 0.01,
    output: 0.5,
    long: { above: 100_000, input: 0.5, output: 2.5, cacheRead: 0.05, cacheWrite: 0.625 },
  },
  { model: "claude-haiku-4-5", input: 1, cacheRead: 0.1, output: 5 },
  { model: "claude-3-5-haiku", input: 0.8, cacheRead: 0.08, output: 4 },
  { model: "claude-3-haiku", input: 0.25, cacheRead: 0.03, cacheWrite: 0.3, output: 1.25 },
  openAi("gpt-6-astra", { input: 10, cacheRead: 1, output: 50, cacheWrite: 12.5 }),
  openAi("gpt-6-1-sol", { input: 2, cacheRead: 0.1, output: 10 }),
  openAi("gpt-6-sol", { input: 2, cacheRead: 0.2, output: 10, cacheWrite: 2.5 }),
  openAi("gpt-6-1-terra", { input: 1, cacheRead: 0.05, output: 5, cacheWrite: 1.25 }),
  openAi("gpt-6-luna", { input: 0.1, cacheRead: 0.01, output: 0.5, cacheWrite: 0.125 }),
  openAi("gpt-5-6-sol", { input: 4, cacheRead: 0.4, output: 20 }),
  openAi("gpt-5-6-terra", { input: 2, cacheRead: 0.2, output: 12 }),
  openAi("gpt-5-6-luna", { input: 0.2, cacheRead: 0.02, output: 1.2 }),
  openAi("gpt-5-5", { input: 5, cacheRead: 0.5, output: 30 }),
  openAi("gpt-5-4", { input: 2.5, cacheRead: 0.25, output: 15 }),
  ...["gpt-5-5-pro", "gpt-5-4-pro"].map((model) => openAi(model, { input: 30, cacheRead: 30, output: 180 })),
  ...listed(furtherRates.openAiAndGoogle),
  ...listed(furtherRates.openRouter),
  // Text and audio of one call have different prices; live conversations store them apart.
  { model: "gpt-realtime-2-1-audio", input: 32, cacheRead: 0.4, output: 64 },
  { model: "gpt-realtime-2-1-mini", input: 0.6, cacheRead: 0.06, output: 2.4 },
  { model: "gpt-realtime-2-1-mini-audio", input: 10, cacheRead: 0.3, output: 20 },
];
