import { describe, expect, it } from "vitest";
import { type Estimate, isUsable, nextEstimate, rateOf, type SampledRate } from "./rules.ts";

const hour = 3_600_000;
const seen = { spentUsd: 40, utilization: 0.2, accounts: 1, at: hour };

describe("the size of a window", () => {
  it("is what was spent by the part that it used, at first as it is", () => {
    expect(nextEstimate(null, seen)).toEqual({ ...seen, usd: 200, observations: 1 });
  });

  it("moves slowly with what is seen later", () => {
    const first = nextEstimate(null, seen);
    const second = nextEstimate(first, { ...seen, spentUsd: 60, at: 2 * hour });
    expect(second).toMatchObject({ usd: 0.3 * 300 + 0.7 * 200, observations: 2, at: 2 * hour });
  });

  it.each([
    ["too little was used", { utilization: 0.04 }],
    ["too little was spent", { spentUsd: 0.99 }],
    ["it was seen already", { at: 0 }],
  ])("stays when %s", (_title, changes) => {
    const before: Estimate = { ...seen, usd: 100, observations: 3, at: 0 };
    expect(nextEstimate(before, { ...seen, ...changes })).toBeNull();
  });

  it("starts over with another number of accounts", () => {
    const before: Estimate = { ...seen, usd: 100, observations: 3, at: 0 };
    expect(nextEstimate(before, { ...seen, accounts: 2 })).toMatchObject({ usd: 200, observations: 1 });
  });

  it("says nothing after a day", () => {
    const known: Estimate = { ...seen, usd: 100, observations: 3 };
    expect([24 * hour, 25 * hour].map((now) => isUsable(known, now))).toEqual([true, false]);
  });
});

describe("what a session spends", () => {
  const rate = (
    harness: string,
    model: string,
    usd_per_minute: number,
    sample_minutes = 10,
  ): SampledRate => ({ harness, model, usd_per_minute, sample_minutes });
  const rates = [
    rate("builder", "claude-opus-4-8", 0.3),
    rate("builder", "claude-opus-4-7", 0.1, 30),
    rate("builder", "claude-haiku-4-5-20251001", 0.02),
    rate("checker", "gpt-5-4-mini", 0.01, 0),
  ];

  it.each([
    ["its agent root and model", "builder", "claude-opus-4-8", 0.3],
    ["all models that its name stands for", "builder", "opus", 0.15],
    ["the average for a model that was not sampled", "builder", "fable", 6.2 / 50],
    ["the average for an agent root that was not sampled", "other", "opus", 6.2 / 50],
    ["the average where no session could be sampled", "checker", "gpt-5-4-mini", 6.2 / 50],
    ["the average without an agent root", null, "opus", 6.2 / 50],
  ])("is that of %s", (_title, agentRoot, model, expected) => {
    expect(rateOf(rates, { agentRoot, model })).toBeCloseTo(expected, 9);
  });

  it("is unknown, not zero, before anything was sampled", () => {
    expect(rateOf([], { agentRoot: "builder", model: "opus" })).toBeNull();
  });
});
