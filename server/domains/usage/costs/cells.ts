import type { Sql } from "../../../db/open.ts";
import { joinableSessions } from "../../sessions/sessions/queries.ts";
import { recordedCalls } from "../../transcripts/usage/queries.ts";
import { adHocCalls } from "../ad-hoc-calls/queries.ts";
import type { PricedAs, TokenCounts } from "../prices/index.ts";
import { staleHours, summedCalls } from "../sums/queries.ts";
import { type Range, rangesOf } from "./ranges.ts";

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

export interface Sums extends PricedAs, TokenCounts {
  calls: number;
}

/** Calls that have the same prices, bucket and owner, added up. Several cells may have the same. */
export interface Cell extends Sums {
  bucket: number;
  agentRoot: string | null;
  isSubagent: number;
  /** Null for a session's calls. */
  source: string | null;
}

export interface SessionCell extends Sums {
  sessionId: number | null;
}

const prompt = "(input_tokens + cache_read_tokens + cache_creation_tokens)";
const tokenSums = `SUM(input_tokens) AS inputTokens, SUM(output_tokens) AS outputTokens,
  SUM(cache_read_tokens) AS cacheReadTokens, SUM(cache_creation_tokens) AS cacheCreationTokens,
  SUM(cache_creation_1h_tokens) AS cacheCreation1hTokens, SUM(web_search_requests) AS webSearchRequests`;

/** Of calls that have the same prices. */
export const sums = `COUNT(*) AS calls, MAX(called_at) AS calledAt, MAX(${prompt}) AS promptTokens, ${tokenSums}`;

const stepsAbove = (value: string, limits: readonly number[]): string =>
  ["0", ...limits.map((limit) => `(${value} > ${limit})`)].join(" + ");

/** What to group calls by, so that those of one group have the same prices. */
export const stepsOf = ({ prompts, instants }: Pick<CellQuery, "prompts" | "instants">): string =>
  `${stepsAbove(prompt, prompts)}, ${stepsAbove("called_at", justBefore(instants))}`;

const justBefore = (instants: readonly number[]): number[] => instants.map((instant) => instant - 1);

const hourMs = 3_600_000;

/** How the rows of a range are read: the tables, the moment of a row and what to sum and group by. */
function reading(source: Range["source"], query: CellQuery) {
  if (source === "call")
    return {
      from: [`FROM ${recordedCalls}`, `FROM ${adHocCalls}`],
      at: "called_at",
      sums,
      steps: stepsOf(query),
      hours: "",
    };
  const at = `(hour * ${hourMs})`;
  return {
    from: [`FROM ${summedCalls}`],
    at,
    // Prompts above a step have the prices of one token more.
    sums: `SUM(calls) AS calls, MAX(${at}) AS calledAt, MAX(prompt_above) + 1 AS promptTokens, ${tokenSums}`,
    steps: `prompt_above, ${stepsAbove(at, justBefore(query.instants))}`,
    hours: `hours = ${source === "day" ? 24 : 1} AND`,
  };
}

export interface WindowCells {
  cells: Cell[];
  sessions: SessionCell[];
  /** Of the window of the same length before. */
  before: Cell[];
}

/** One connection and one snapshot for both windows. */
export function readWindow(sql: Sql, query: CellQuery): WindowCells {
  const from = query.from - (query.to - query.from);
  const before = { ...query, from, to: query.from, bucketMs: Number.MAX_SAFE_INTEGER, shiftMs: 0 };
  return {
    cells: readCells(sql, query),
    sessions: readSessions(sql, query),
    before: readCells(sql, before),
  };
}

/** A session's calls are few, and are about it even if it did not make them; others are mostly added up already. */
function partsOf(sql: Sql, query: CellQuery, bucketOf: (at: number) => number): Range[] {
  const { from, to, scope, instants, prompts } = query;
  const [first, last] = [Math.floor(from / hourMs), Math.floor(to / hourMs)];
  const stale = scope.sessionId === null ? staleHours(sql, { first, last, promptSteps: prompts }) : null;
  if (stale === null) return [{ source: "call", from, to }];
  const isWhole = (start: number, end: number): boolean =>
    bucketOf(start) === bucketOf(end - 1) && !instants.some((instant) => start < instant && instant < end);
  return rangesOf(query, { stale, isWhole });
}

const conditionOf = ({ sessionId, agentRoot }: Scope): string => {
  if (sessionId !== null) return "AND session_id = @sessionId";
  return agentRoot === null ? "" : "AND agent_root = @agentRoot AND source IS NULL";
};

/** Calls by bucket and owner. */
function readCells(sql: Sql, query: CellQuery): Cell[] {
  const bucketOf = (at: number): number => Math.floor((at + query.shiftMs) / query.bucketMs);
  const { bucketMs: width, shiftMs: shift, scope } = query;
  return partsOf(sql, query, bucketOf).flatMap(({ source, from, to }) => {
    const { from: tables, at, sums: own, steps, hours } = reading(source, query);
    return tables.flatMap((table) =>
      sql
        .prepare<[object], Cell>(
          `SELECT CAST((${at} + @shift) / @width AS INTEGER) AS bucket, agent_root AS agentRoot, model,
             is_subagent AS isSubagent, source, ${own} ${table}
           WHERE ${bounds(source, hours)} ${conditionOf(scope)} GROUP BY 1, 2, 3, 4, 5, ${steps}`,
        )
        .all({ ...bindOf(source, from, to), ...scope, width, shift }),
    );
  });
}

/** Calls of sessions by session. */
function readSessions(sql: Sql, query: CellQuery): SessionCell[] {
  return partsOf(sql, query, () => 0).flatMap(({ source, from, to }) => {
    const { from: tables, sums: own, steps, hours } = reading(source, query);
    // Ad hoc calls, whose table is the second, are of no session.
    const [table = ""] = tables;
    return sql
      .prepare<[object], SessionCell>(
        `SELECT session_id AS sessionId, model, ${own} ${table}
         WHERE ${bounds(source, hours)} ${conditionOf(query.scope)} AND source IS NULL GROUP BY 1, 2, ${steps}`,
      )
      .all({ ...bindOf(source, from, to), ...query.scope });
  });
}

const bounds = (source: Range["source"], hours: string): string =>
  source === "call" ? "called_at >= @from AND called_at < @to" : `${hours} hour >= @from AND hour < @to`;

const bindOf = (source: Range["source"], from: number, to: number) =>
  source === "call" ? { from, to } : { from: from / hourMs, to: to / hourMs };

/** The titles of sessions that there are. */
export function titlesOf(sql: Sql, ids: readonly number[]): Map<number, string> {
  const rows = sql
    .prepare<[string], { id: number; title: string }>(
      `SELECT id, title FROM ${joinableSessions} WHERE id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(ids));
  return new Map(rows.map(({ id, title }) => [id, title]));
}
