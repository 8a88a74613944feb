import { describe, expect, it } from "vitest";
import { dollars, plainModel, priceChanges, priceOf, promptSteps, type TokenCounts } from "./pricing.ts";
import { rates, ratesAsOf } from "./rates.ts";

const none: TokenCounts = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheCreationTokens: 0,
  cacheCreation1hTokens: 0,
  webSearchRequests: 0,
};
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
