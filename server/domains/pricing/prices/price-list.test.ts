import { describe, expect, it } from "vitest";
import { dollars, plainModel, priceChanges, priceList, promptSteps, type TokenCounts } from "./price-list.ts";
import { rates, ratesAsOf } from "./rates.ts";

const none: TokenCounts = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheCreationTokens: 0,
  cacheCreation1hTokens: 0,
  webSearchRequests: 0,
};
const { priceOf } = priceList();
const million = 1_000_000;
const november = Date.UTC(2026, 10, 1);
const priced = (
  model: string,
  counts: Partial<TokenCounts>,
  as: { calledAt?: number; promptTokens?: number } = {},
) => {
  const price = priceOf({ model, calledAt: november, promptTokens: 0, ...as }, { ...none, ...counts });
  return price === null ? null : dollars(price);
};

describe("the price of calls", () => {
  it("differs by kind of token (R179)", () => {
    expect(priced("claude-opus-5", { inputTokens: million })).toBe(5);
    expect(priced("claude-opus-5", { outputTokens: million })).toBe(25);
    expect(priced("claude-opus-5", { cacheReadTokens: million })).toBe(0.5);
    expect(priced("claude-opus-5", { cacheCreationTokens: million })).toBe(6.25);
    expect(priced("claude-opus-5", { cacheCreationTokens: million, cacheCreation1hTokens: million })).toBe(
      10,
    );
    expect(priced("claude-opus-5", { webSearchRequests: 3 })).toBe(0.03);
  });

  it("is the one on the day of the call", () => {
    const before = Date.UTC(2026, 9, 6, 23);
    expect(priced("claude-sonnet-5-5", { cacheReadTokens: million }, { calledAt: before })).toBe(0.2);
    expect(priced("claude-sonnet-5-5", { cacheReadTokens: million })).toBe(0.1);
    expect(priceChanges).toEqual([Date.UTC(2026, 9, 7)]);
  });

  it("is different for a long prompt", () => {
    const long = { promptTokens: 300_000 };
    expect(priced("gpt-6-sol", { inputTokens: million, outputTokens: million })).toBe(12);
    expect(priced("gpt-6-sol", { inputTokens: million, outputTokens: million }, long)).toBe(19);
    expect(priced("claude-haiku-5.5", { inputTokens: million }, { promptTokens: 100_001 })).toBe(0.5);
    expect(priced("claude-haiku-5.5", { inputTokens: million }, { promptTokens: 100_000 })).toBe(0.1);
    expect(promptSteps).toEqual([100_000, 272_000]);
  });

  it.each(["openrouter/anthropic/claude-opus-5.5", "claude-opus-5-5-20260922", "Claude-Opus-5-5-latest"])(
    "recognizes a model by another spelling: %s",
    (model) => {
      expect(priced(model, { inputTokens: million })).toBe(4);
    },
  );

  it.each(["claude-fable-5-2", "claude-sonnet-5-6", "gpt-6", "scripted", ""])(
    "is unknown for %s",
    (model) => {
      expect(priced(model, { inputTokens: million })).toBeNull();
    },
  );

  it("is the same sum in any order", () => {
    const parts = [0.1, 0.2, 0.3].map(
      (share) =>
        priceOf(
          { model: "gpt-6-luna", calledAt: 0, promptTokens: 0 },
          { ...none, inputTokens: share * 1e6 },
        ) ?? 0,
    );
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(parts.reduceRight((sum, part) => sum + part, 0));
    expect(parts.every(Number.isInteger)).toBe(true);
  });
});

describe("the list of rates", () => {
  it("spells models as they are looked up, with one price per day", () => {
    const keys = rates.map(({ model, since }) => `${plainModel(model)} ${since ?? ""}`);
    expect(keys).toEqual(rates.map(({ model, since }) => `${model} ${since ?? ""}`));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("contains nothing newer than its own date", () => {
    expect(rates.filter(({ since }) => since !== undefined && since > ratesAsOf)).toEqual([]);
  });
});

describe("what the owner pays for a model", () => {
  const own = priceList([
    {
      model: "nova-1",
      prices: { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 1.5, cacheWrite1h: 3 },
    },
    {
      model: "gpt-6-sol",
      prices: { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1, cacheWrite1h: 1 },
    },
  ]);

  it("takes the place of its list price, or of none", () => {
    const as = (model: string) => ({ model, calledAt: november, promptTokens: 300_000 });
    expect(own.priceOf(as("openrouter/x/Nova-1"), { ...none, outputTokens: million })).toBe(2e9);
    expect(own.priceOf(as("gpt-6-sol"), { ...none, inputTokens: million })).toBe(1e9);
    expect(own.priceOf(as("gpt-6-luna"), { ...none, inputTokens: million })).toBe(0.2e9);
    expect(own.all(november).filter(({ isOwn }) => isOwn)).toHaveLength(2);
  });
});

/** What the bundled pi knows of prices; made from the providers' lists, apart from ours. */
async function pricesOfPi(
  provider: string,
): Promise<[string, { input: number; output: number; cacheRead: number }][]> {
  const file = new URL(
    "../../../../node_modules/@earendil-works/pi-ai/dist/models.generated.js",
    import.meta.url,
  );
  const { MODELS } = (await import(file.href)) as {
    MODELS: Record<
      string,
      Record<string, { id: string; cost: { input: number; output: number; cacheRead: number } }>
    >;
  };
  return Object.values(MODELS[provider] ?? {}).map(({ id, cost }) => [id, cost]);
}

/** OpenRouter asks another price than their makers, whose price is ours. */
const dearer = [
  "google/gemma-4-26b-a4b-it",
  "google/gemma-4-31b-it",
  "openai/gpt-5.6-sol",
  "~google/gemini-flash-latest",
];

describe("the list beside another one", () => {
  it.each(["anthropic", "openai", "google", "openrouter"])("has the same prices for %s", async (provider) => {
    const models = await pricesOfPi(provider);
    expect(models.length).toBeGreaterThan(10);
    const different = models.filter(([model, { input, output, cacheRead }]) => {
      if (input < 0 || model === "auto" || model.endsWith("/auto")) return false;
      const [inUsd, outUsd] = [
        priced(model, { inputTokens: million }),
        priced(model, { outputTokens: million }),
      ];
      const readUsd = priced(model, { cacheReadTokens: million });
      const isSame = [inUsd, outUsd].every(
        (usd, at) => Math.abs((usd ?? -1) - ([input, output][at] ?? 0)) <= 0.001,
      );
      return !isSame || (cacheRead > 0 && Math.abs((readUsd ?? -1) - cacheRead) > 0.001);
    });
    expect(different.map(([model]) => model)).toEqual(provider === "openrouter" ? dearer : []);
  });
});
