import type { Sql } from "../../../db/open.ts";
import { instant } from "../../../lib/instant.ts";
import { dollars, type OwnRate, type PriceList, priceList } from "../../pricing/prices/index.ts";
import { adHocCalls } from "../ad-hoc-calls/queries.ts";
import { recordedCalls } from "../calls/queries.ts";
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

const ofSessions = `FROM ${recordedCalls} WHERE source IS NULL`;
const outside = `FROM ${recordedCalls} WHERE source IS NOT NULL`;
const ofService = `FROM ${adHocCalls} WHERE source IS NOT NULL`;
const tables: Record<RecordQuery["kind"], readonly string[]> = {
  session: [ofSessions],
  adhoc: [outside, ofService],
};

export interface RecordRead {
  query: RecordQuery;
  window: { from: number; to: number } | null;
  ownRates: readonly OwnRate[];
}

export interface ReadRecords {
  records: CostRecord[];
  total: number;
}

/** Single calls, newest first. */
export function readRecords(sql: Sql, { query, window, ownRates }: RecordRead): ReadRecords {
  const { conditions, values } = chosen(query, window);
  // Conditions of each table by themselves, so that both are read in the order of their indexes, and no further than the page.
  const selects = tables[query.kind].map((calls) => [calls, ...conditions].join(" AND "));
  const counts = selects.map((select) => `(SELECT COUNT(*) ${select})`).join(" + ");
  const total = sql.prepare<[object], number>(`SELECT ${counts}`).pluck().get(values) ?? 0;
  const rows = sql
    .prepare<[object], CallRow>(
      `${selects.map((select) => `SELECT * ${select}`).join(" UNION ALL ")}
       ORDER BY called_at DESC, id DESC LIMIT @limit OFFSET @offset`,
    )
    .all({ ...values, limit: query.per_page, offset: (query.page - 1) * query.per_page });
  const prices = priceList(ownRates);
  return { records: rows.map((row) => viewOf(row, query.kind, prices)), total };
}

function chosen(query: RecordQuery, window: RecordRead["window"]) {
  const { session_id: session, subagent } = query;
  const given = [
    ["called_at >= @from", "from", window?.from],
    ["called_at < @to", "to", window?.to],
    ["session_id = @session", "session", session === undefined ? undefined : Number(session)],
    ["agent_root = @root", "root", query.agent_root],
    ["agent_runtime = @runtime", "runtime", query.agent_runtime],
    ["model = @model", "model", query.model],
    [
      "is_subagent = @subagent",
      "subagent",
      subagent === undefined ? undefined : Number(/^(?:true|1)$/.test(subagent)),
    ],
    ["source = @source", "source", query.source],
  ] as const;
  const set = given.filter(([, , value]) => value !== undefined);
  return {
    conditions: set.map(([condition]) => condition),
    values: Object.fromEntries(set.map(([, name, value]) => [name, value])),
  };
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
    priced_as: prices.listedAs(model),
    service_tier: null,
    agent_runtime,
    ...(kind === "session"
      ? { session_id, agent_root: row.agent_root, subagent: row.is_subagent === 1 }
      : { source: row.source ?? "unknown", subject_session_id: session_id }),
  };
}
