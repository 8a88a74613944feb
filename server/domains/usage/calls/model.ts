import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { sessionRef } from "../../sessions/sessions/model.ts";

const count = z.number().int().nonnegative();

/** The cost of a session's model calls, including those of its subagents. */
export const costSoFar = z
  .object({
    /** US dollars at list price; models without one are left out. */
    usd: z.number().nonnegative(),
    tokens: count,
    /** Models without a known price, which are not in `usd`. */
    unpriced_models: z.array(z.string()),
  })
  .meta({ id: "CostSoFar" });
export type CostSoFar = z.infer<typeof costSoFar>;

const tokenCounts = {
  calls: count,
  input_tokens: count,
  output_tokens: count,
  cache_read_tokens: count,
  cache_creation_tokens: count,
  /** Null if the price is unknown. */
  usd: z.number().nonnegative().nullable(),
};

export const sessionUsage = z
  .object({
    /** Null while no call was seen. */
    cost: costSoFar.nullable(),
    /** Most expensive first. */
    by_model: z.array(z.object({ model: z.string(), ...tokenCounts })),
    /** The share of the session's subagents. */
    subagents: z.object(tokenCounts).nullable(),
    /** The cost of each turn, newest first; turns without a call are left out. */
    by_turn: z.array(z.object({ turn_id: z.number().int(), cost: costSoFar })),
    /** The cost of each subagent; those without a call are left out. */
    by_agent: z.array(z.object({ agent_id: z.string(), cost: costSoFar })),
    /** Calls that the session's files claim beyond what its CLI reported, or that no model can make; not in any cost. */
    left_out: z.object({ calls: count, tokens: count }).nullable(),
    /** The day of the price list, `YYYY-MM-DD`. */
    rates_as_of: z.string(),
  })
  .meta({ id: "SessionUsage" });
export type SessionUsage = z.infer<typeof sessionUsage>;

export const usageOperations = {
  getSessionUsage: operation({
    id: "getSessionUsage",
    method: "get",
    path: "/sessions/{id}/usage",
    summary: "Get the model calls of a session so far, by model, with their cost at list price",
    callers: ["board"],
    params: sessionRef,
    response: sessionUsage,
    errors: [404],
  }),
} as const;
