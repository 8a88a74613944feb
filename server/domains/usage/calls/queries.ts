import { runtimeFacts } from "../../../runtimes/facts.ts";

const hourCachers = [...runtimeFacts.values()].flatMap(({ id, cachesForAnHour }) =>
  cachesForAnHour ? [`'${id}'`] : [],
);

/** Tokens that a call wrote to a cache for an hour. The oldest rows do not say; for some CLIs it was all of them (R179). */
export const cachedForAnHour = `COALESCE(cache_creation_1h_tokens,
  CASE WHEN agent_runtime IN (${hourCachers.join(", ")}) THEN cache_creation_tokens ELSE 0 END)`;

/** The calls of sessions and of CLIs outside of them, as a subquery with the columns of every call. */
export const recordedCalls = `(SELECT id, request_id, session_id, agent_id IS NOT NULL AS is_subagent, source, agent_root,
  agent_runtime, model, called_at, input_tokens, output_tokens, cache_read_tokens, cache_creation_tokens,
  ${cachedForAnHour} AS cache_creation_1h_tokens,
  web_search_requests, features FROM session_token_usages)`;
