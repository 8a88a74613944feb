import type { Sql } from "../../../db/open.ts";
import { joinableSessions } from "../../sessions/sessions/queries.ts";
import { recordedCalls } from "../../transcripts/usage/queries.ts";
import { adHocCalls } from "../ad-hoc-calls/queries.ts";

/** Whose calls are added up: those of one agent root, of one session, or all. */
export interface Scope {
  agentRoot: string | null;
  sessionId: number | null;
}

export interface CellQuery {
  from: number;
  to: number;
  /** Milliseconds of one bucket, and by how much its bounds are shifted from UTC. */
  bucketMs: number;
  shiftMs: number;
  scope: Scope;
  /** Sizes of a prompt and instants at which prices change. */
  prompts: readonly number[];
  instants: readonly number[];
}

export interface Sums {
  model: string;
  calls: number;
  calledAt: number;
  promptTokens: number;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheCreationTokens: number;
  cacheCreation1hTokens: number;
  webSearchRequests: number;
}

/** Calls that have the same prices, bucket and owner, added up. */
export interface Cell extends Sums {
  bucket: number;
  agentRoot: string | null;
  isSubagent: number;
  /** Null for a session's calls. */
  source: string | null;
}

export interface SessionCell extends Sums {
  sessionId: number | null;
  title: string | null;
}

const prompt = "(input_tokens + cache_read_tokens + cache_creation_tokens)";

/** Of calls that have the same prices. */
export const sums = `COUNT(*) AS calls, MAX(called_at) AS calledAt, MAX(${prompt}) AS promptTokens,
  SUM(input_tokens) AS inputTokens, SUM(output_tokens) AS outputTokens, SUM(cache_read_tokens) AS cacheReadTokens,
  SUM(cache_creation_tokens) AS cacheCreationTokens, SUM(cache_creation_1h_tokens) AS cacheCreation1hTokens,
  SUM(web_search_requests) AS webSearchRequests`;

const stepsAbove = (value: string, limits: readonly number[]): string =>
  ["0", ...limits.map((limit) => `(${value} > ${limit})`)].join(" + ");

/** What to group calls by, so that those of one group have the same prices. */
export const stepsOf = ({ prompts, instants }: Pick<CellQuery, "prompts" | "instants">): string =>
  `${stepsAbove(prompt, prompts)}, ${stepsAbove(
    "called_at",
    instants.map((instant) => instant - 1),
  )}`;

const fromRecorded = `FROM ${recordedCalls}`;
const fromAdHoc = `FROM ${adHocCalls}`;

export interface WindowCells {
  cells: Cell[];
  sessions: SessionCell[];
  /** Of the window of the same length before. */
  before: Cell[];
}

/** One connection and one snapshot for both windows. */
export const readWindow = (sql: Sql, query: CellQuery): WindowCells => {
  const from = query.from - (query.to - query.from);
  const before = { ...query, from, to: query.from, bucketMs: Number.MAX_SAFE_INTEGER };
  return { ...readCells(sql, query), before: readCells(sql, before).cells };
};

/** Sums of calls in a window, once by bucket and owner, once by session. Of session scopes, also calls about the session. */
function readCells(sql: Sql, query: CellQuery): { cells: Cell[]; sessions: SessionCell[] } {
  const { agentRoot, sessionId } = query.scope;
  const prices = stepsOf(query);
  const condition = `called_at >= @from AND called_at < @to
    ${sessionId === null ? "" : "AND session_id = @sessionId"}
    ${sessionId === null && agentRoot !== null ? "AND agent_root = @agentRoot AND source IS NULL" : ""}`;
  const bind = {
    from: query.from,
    to: query.to,
    shift: query.shiftMs,
    width: query.bucketMs,
    agentRoot,
    sessionId,
  };
  const bucketed = (from: string): Cell[] =>
    sql
      .prepare<[typeof bind], Cell>(
        `SELECT CAST((called_at + @shift) / @width AS INTEGER) AS bucket, agent_root AS agentRoot, model, is_subagent AS isSubagent,
           source, ${sums} ${from} WHERE ${condition} GROUP BY 1, 2, 3, 4, 5, ${prices}`,
      )
      .all(bind);
  const bySession = sql
    .prepare<[typeof bind], SessionCell>(
      `SELECT summed.*, session.title FROM (SELECT session_id AS sessionId, model, ${sums} FROM ${recordedCalls}
         WHERE ${condition} AND source IS NULL GROUP BY 1, 2, ${prices}) summed
       LEFT JOIN ${joinableSessions} session ON session.id = summed.sessionId`,
    )
    .all(bind);
  return { cells: [...bucketed(fromRecorded), ...bucketed(fromAdHoc)], sessions: bySession };
}
