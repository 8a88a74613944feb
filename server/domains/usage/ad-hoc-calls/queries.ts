import type { Sql } from "../../../db/open.ts";

/** The calls that the service made for itself, as a subquery with the columns of every call. */
export const adHocCalls = `(SELECT id, request_id, subject_session_id AS session_id, 0 AS is_subagent, source,
  NULL AS agent_root, agent_runtime, model, called_at, input_tokens, output_tokens, cache_read_tokens,
  cache_creation_tokens, 0 AS cache_creation_1h_tokens, 0 AS web_search_requests, NULL AS features FROM ad_hoc_usage)`;

/** Changes with every call that the service made for itself. */
export const adHocVersion = (sql: Sql): number =>
  sql.prepare<[], number | null>("SELECT MAX(id) FROM ad_hoc_usage").pluck().get() ?? 0;
