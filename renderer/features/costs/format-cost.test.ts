import { describe, expect, it } from "vitest";
import { costSentence, formatCost, formatCount, formatDollars, formatKnownCost } from "./format-cost.ts";

it.each([
  [0, "$0.00"],
  [0.004, "\u2066<$0.01\u2069"],
  [1.239, "$1.24"],
  [1_239.6, "$1,240"],
])("formats %s dollars as %s", (usd, expected) => {
  expect(formatDollars(usd)).toBe(expected);
});

it("abbreviates large counts", () => {
  expect([840, 84_000, 1_240_000].map(formatCount)).toEqual(["840", "84K", "1.2M"]);
});

describe("the cost of a session so far", () => {
  const priced = { usd: 1.5, tokens: 20_000, unpriced_models: [] };

  it("is in dollars, with tokens in the sentence", () => {
    expect(formatCost(priced)).toBe("$1.50");
    expect(formatKnownCost(priced)).toBe("$1.50");
    expect(costSentence(priced)).toBe("$1.50 at list price, 20K tokens so far");
  });

  it("says which models have no known price", () => {
    const cost = { ...priced, unpriced_models: ["nova-1"] };
    expect(formatCost(cost)).toBe("\u2066$1.50+\u2069");
    expect(costSentence(cost)).toMatch(/; no price is known for nova-1$/);
  });

  it("is in tokens if no price is known", () => {
    const cost = { usd: 0, tokens: 840, unpriced_models: ["nova-1"] };
    expect(formatCost(cost)).toBe("840 tokens");
    expect(formatKnownCost(cost)).toBeNull();
    expect(costSentence(cost)).toBe("840 tokens so far; no price is known for nova-1");
  });
});
