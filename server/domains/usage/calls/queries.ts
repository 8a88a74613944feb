/** The calls of sessions and of CLIs outside of them, as a subquery with the columns of every call. */
export const recordedCalls = `(SELECT id, request_id, session_id, agent_id IS NOT NULL AS is_subagent, source, agent_root,
  agent_runtime, model, called_at, input_tokens, output_tokens, cache_read_tokens, cache_creation_tokens,
  COALESCE(cache_creation_1h_tokens, CASE agent_runtime WHEN 'claude_code' THEN cache_creation_tokens ELSE 0 END)
    AS cache_creation_1h_tokens,
  web_search_requests, features FROM session_token_usages)`;
