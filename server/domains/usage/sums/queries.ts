import type { Sql } from "../../../db/open.ts";

/** The counts of a call and of a sum of calls, with the names that they have outside of the database. */
export const countColumns = [
  ["input_tokens", "inputTokens"],
  ["output_tokens", "outputTokens"],
  ["cache_read_tokens", "cacheReadTokens"],
  ["cache_creation_tokens", "cacheCreationTokens"],
  ["cache_creation_1h_tokens", "cacheCreation1hTokens"],
  ["web_search_requests", "webSearchRequests"],
] as const;

/** Calls added up by hour or by UTC day, as a subquery: `hours` is 1 or 24, `hour` counts from 1970. */
export const summedCalls = `(SELECT hours, hour, NULLIF(session_id, 0) AS session_id, NULLIF(agent_root, '') AS agent_root, model,
  is_subagent, NULLIF(source, '') AS source, prompt_above, calls, input_tokens, output_tokens, cache_read_tokens,
  cache_creation_tokens, cache_creation_1h_tokens, web_search_requests, features FROM token_usage_sums)`;

/** The hours of [first, last] whose sums may be out of date; null if all are, because they are split by other sizes of prompts. */
export function staleHours(
  sql: Sql,
  { first, last, promptSteps }: { first: number; last: number; promptSteps: readonly number[] },
): Set<number> | null {
  const steps = sql.prepare<[], string>("SELECT prompt_steps FROM token_usage_sum_steps").pluck().get();
  if (steps !== JSON.stringify(promptSteps)) return null;
  const hours = sql
    .prepare<[number, number], number>("SELECT hour FROM token_usage_stale_hours WHERE hour BETWEEN ? AND ?")
    .pluck()
    .all(first, last);
  return new Set(hours);
}
