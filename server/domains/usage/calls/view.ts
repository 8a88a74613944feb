import { dollars, type PriceList, ratesAsOf, type TokenCounts } from "../../pricing/prices/index.ts";
import type { CostSoFar, SessionUsage } from "./model.ts";

/** Calls of one session that have the same prices, summed. */
export interface UsageSum extends TokenCounts {
  sessionId: number;
  model: string;
  ofSubagent: boolean;
  calls: number;
  /** Of any one of the calls; all are on the same side of each price step. */
  calledAt: number;
  promptTokens: number;
}

interface Priced {
  sum: UsageSum;
  /** Nano-dollars. */
  price: number | null;
}

const tokensOf = (sum: TokenCounts): number =>
  sum.inputTokens + sum.outputTokens + sum.cacheReadTokens + sum.cacheCreationTokens;
const total = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);
const priced = (sums: readonly UsageSum[], prices: PriceList): Priced[] =>
  sums.map((sum) => ({ sum, price: prices.priceOf(sum, sum) }));

/** Null if there was no call, which does not mean that nothing was paid. */
export function costOf(sums: readonly UsageSum[], prices: PriceList): CostSoFar | null {
  if (sums.length === 0) return null;
  const all = priced(sums, prices);
  const unpriced = all.filter(({ price }) => price === null).map(({ sum }) => sum.model);
  return {
    usd: dollars(total(all, ({ price }) => price ?? 0)),
    tokens: total(sums, tokensOf),
    unpriced_models: [...new Set(unpriced)].sort(),
  };
}

function countsOf(items: readonly Priced[]) {
  const known = items.filter(({ price }) => price !== null);
  return {
    calls: total(items, ({ sum }) => sum.calls),
    input_tokens: total(items, ({ sum }) => sum.inputTokens),
    output_tokens: total(items, ({ sum }) => sum.outputTokens),
    cache_read_tokens: total(items, ({ sum }) => sum.cacheReadTokens),
    cache_creation_tokens: total(items, ({ sum }) => sum.cacheCreationTokens),
    usd: known.length === 0 ? null : dollars(total(known, ({ price }) => price ?? 0)),
  };
}

export interface TurnSums {
  turnId: number;
  sums: readonly UsageSum[];
}

export interface AgentSum extends UsageSum {
  agentId: string;
}

interface Parts {
  prices: PriceList;
  turns: readonly TurnSums[];
  agents: readonly AgentSum[];
  leftOut: { leftOutCalls: number; leftOutTokens: number };
}

/** The cost of `sums`, in all and by turn and subagent. */
export function usageOf(sums: readonly UsageSum[], { turns, agents, leftOut, prices }: Parts): SessionUsage {
  const all = priced(sums, prices);
  const byModel = [...Map.groupBy(all, ({ sum }) => sum.model)].map(([model, items]) => ({
    model,
    ...countsOf(items),
  }));
  const bySubagents = all.filter(({ sum }) => sum.ofSubagent);
  return {
    cost: costOf(sums, prices),
    by_model: byModel.sort((one, other) => (other.usd ?? 0) - (one.usd ?? 0)),
    subagents: bySubagents.length === 0 ? null : countsOf(bySubagents),
    by_turn: turns.flatMap(({ turnId, sums: own }) => {
      const cost = costOf(own, prices);
      return cost === null ? [] : [{ turn_id: turnId, cost }];
    }),
    by_agent: [...Map.groupBy(agents, ({ agentId }) => agentId)].flatMap(([agentId, own]) => {
      const cost = costOf(own, prices);
      return cost === null ? [] : [{ agent_id: agentId, cost }];
    }),
    left_out:
      leftOut.leftOutCalls === 0 ? null : { calls: leftOut.leftOutCalls, tokens: leftOut.leftOutTokens },
    rates_as_of: ratesAsOf,
  };
}
