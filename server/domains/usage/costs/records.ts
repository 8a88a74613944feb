import type { Sql } from "../../../db/open.ts";
import { instant } from "../../../lib/instant.ts";
import { recordedCalls } from "../../transcripts/usage/queries.ts";
import { adHocCalls } from "../ad-hoc-calls/queries.ts";
import { dollars, type PriceList } from "../prices/index.ts";
import { pricing } from "./adding-up.ts";
import type { CostRecord, RecordQuery } from "./model.ts";

interface CallRow {
  id: number;
  request_id: string | null;
  session_id: number | null;
  is_subagent: number;
  source: string | null;
  agent_root: string | null;
  agent_runtime: string;
  model: string;
  called_at: number;
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_creation_tokens: number;
  cache_creation_1h_tokens: number;
  web_search_requests: number;
}

const ofSessions = `FROM (SELECT * FROM ${recordedCalls} WHERE source IS NULL)`;
const outside = `FROM (SELECT * FROM ${recordedCalls} WHERE source IS NOT NULL UNION ALL SELECT * FROM ${adHocCalls})`;

export interface RecordRead {
  query: RecordQuery;
  window: { from: number; to: number } | null;
  prices: PriceList;
}

/** Single calls, newest first. */
export function readRecords(
  sql: Sql,
  { query, window, prices }: RecordRead,
): { records: CostRecord[]; total: number } {
  const { kind } = query;
  const from = kind === "session" ? ofSessions : outside;
  const conditions: [string, unknown][] = [
    ["called_at >= ?", window?.from],
    ["called_at < ?", window?.to],
    ["session_id = ?", query.session_id === undefined ? undefined : Number(query.session_id)],
    ["agent_root = ?", query.agent_root],
    ["agent_runtime = ?", query.agent_runtime],
    ["model = ?", query.model],
    [
      "is_subagent = ?",
      query.subagent === undefined ? undefined : Number(/^(?:true|1)$/.test(query.subagent)),
    ],
    ["source = ?", query.source],
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  const where = given.length === 0 ? "" : `WHERE ${given.map(([condition]) => condition).join(" AND ")}`;
  const values = given.map(([, value]) => value);
  const { total } = sql
    .prepare<unknown[], { total: number }>(`SELECT COUNT(*) AS total ${from} ${where}`)
    .get(...values) ?? { total: 0 };
  const rows = sql
    .prepare<unknown[], CallRow>(
      `SELECT * ${from} ${where} ORDER BY called_at DESC, id DESC LIMIT ? OFFSET ?`,
    )
    .all(...values, query.per_page, (query.page - 1) * query.per_page);
  return { records: rows.map((row) => viewOf(row, kind, prices)), total };
}

function viewOf(row: CallRow, kind: RecordQuery["kind"], prices: PriceList): CostRecord {
  const oneHour = row.cache_creation_1h_tokens;
  const { parts, nanos, tokens } = pricing(prices)({
    model: row.model,
    calls: 1,
    calledAt: row.called_at,
    promptTokens: row.input_tokens + row.cache_read_tokens + row.cache_creation_tokens,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cacheReadTokens: row.cache_read_tokens,
    cacheCreationTokens: row.cache_creation_tokens,
    cacheCreation1hTokens: oneHour,
    webSearchRequests: row.web_search_requests,
  });
  const { id, request_id, model, agent_runtime, session_id } = row;
  return {
    id,
    request_id,
    model,
    called_at: instant(row.called_at),
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    cache_read_tokens: row.cache_read_tokens,
    cache_creation_tokens: row.cache_creation_tokens,
    cache_creation_5m_tokens: row.cache_creation_tokens - oneHour,
    cache_creation_1h_tokens: oneHour,
    web_search_requests: row.web_search_requests,
    web_fetch_requests: 0,
    total_tokens: tokens,
    cost_usd: dollars(nanos),
    priced: parts !== null,
    service_tier: null,
    agent_runtime,
    ...(kind === "session"
      ? { session_id, agent_root: row.agent_root, subagent: row.is_subagent === 1 }
      : { source: row.source ?? "unknown", subject_session_id: session_id }),
  };
}
