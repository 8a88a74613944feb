import { describe, expect, it } from "vitest";
import { priceList } from "../../pricing/prices/index.ts";
import { costOf, type UsageSum, usageOf } from "./view.ts";

const sum = (changes: Partial<UsageSum>): UsageSum => ({
  sessionId: 1,
  model: "claude-opus-5",
  ofSubagent: false,
  calls: 1,
  calledAt: Date.UTC(2026, 10, 1),
  promptTokens: 0,
  inputTokens: 200_000,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheCreationTokens: 0,
  cacheCreation1hTokens: 0,
  webSearchRequests: 0,
  ...changes,
});

const prices = priceList();
const none = {
  leftOut: { leftOutCalls: 0, leftOutTokens: 0 },
  turns: [],
  agents: [],
  prices,
};

describe("the cost of a session", () => {
  it("is null without a call, not zero dollars", () => {
    expect(costOf([], prices)).toBeNull();
    expect(usageOf([], none)).toMatchObject({ cost: null, by_model: [], subagents: null });
  });

  it("includes all its models and subagents, and names models without a price", () => {
    const sums = [
      sum({}),
      sum({ model: "claude-haiku-4-5", ofSubagent: true, inputTokens: 500_000 }),
      sum({ model: "nova-1", calls: 2, inputTokens: 1_000 }),
    ];
    expect(
      usageOf(sums, {
        ...none,
        prices,
        turns: [
          { turnId: 4, sums },
          { turnId: 3, sums: [] },
        ],
        agents: [
          { ...sum({ ofSubagent: true }), agentId: "a" },
          { ...sum({ ofSubagent: true, model: "nova-1" }), agentId: "b" },
          { ...sum({ ofSubagent: true, inputTokens: 0, outputTokens: 40_000 }), agentId: "a" },
        ],
      }),
    ).toMatchObject({
      cost: { usd: 1.5, tokens: 701_000, unpriced_models: ["nova-1"] },
      by_model: [
        { model: "claude-opus-5", usd: 1 },
        { model: "claude-haiku-4-5", usd: 0.5 },
        { model: "nova-1", usd: null, calls: 2 },
      ],
      subagents: { calls: 1, input_tokens: 500_000, usd: 0.5 },
      by_turn: [{ turn_id: 4, cost: { usd: 1.5 } }],
      by_agent: [
        { agent_id: "a", cost: { usd: 2, tokens: 240_000, unpriced_models: [] } },
        { agent_id: "b", cost: { usd: 0, unpriced_models: ["nova-1"] } },
      ],
    });
  });

  it("adds up calls of one model at different prices", () => {
    const sums = [sum({}), sum({ ofSubagent: true })];
    expect(usageOf(sums, none).by_model).toMatchObject([{ model: "claude-opus-5", calls: 2, usd: 2 }]);
  });
});
