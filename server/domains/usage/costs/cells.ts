import type { Sql } from "../../../db/open.ts";
import { fixedShift, type Shift, shiftAt } from "../../../lib/zone-shifts.ts";
import type { PricedAs, TokenCounts } from "../../pricing/prices/index.ts";
import { adHocCalls } from "../ad-hoc-calls/queries.ts";
import { recordedCalls } from "../calls/queries.ts";
import { withFeatureShares } from "../features/index.ts";
import { countColumns, staleHours, summedCalls } from "../sums/queries.ts";
import { type Range, rangesOf } from "./ranges.ts";

/** Whose calls are added up: those of one agent root, of one session, or all. */
export interface Scope {
  agentRoot: string | null;
  sessionId: number | null;
}

export interface CellQuery {
  from: number;
  to: number;
  /** Milliseconds of one bucket, and by how much the bounds of buckets are shifted from UTC, and from when on. */
  bucketMs: number;
  shifts: readonly Shift[];
  scope: Scope;
  /** Sizes of a prompt and instants at which prices change. */
  prompts: readonly number[];
  instants: readonly number[];
}

export interface Sums extends PricedAs, TokenCounts {
  calls: number;
}

/**
 * Calls that have the same prices, bucket and owner, added up; several cells may have the same. A tuple, since a year of
 * them as records takes longer to make than to read.
 */
export type Cell = readonly [
  /** A moment of their bucket with their prices, and the length of such a prompt. */
  calledAt: number,
  promptTokens: number,
  sessionId: number | null,
  agentRoot: string | null,
  model: string,
  isSubagent: number,
  /** Null for a session's calls. */
  source: string | null,
  calls: number,
  inputTokens: number,
  outputTokens: number,
  cacheReadTokens: number,
  cacheCreationTokens: number,
  cacheCreation1hTokens: number,
  webSearchRequests: number,
];

/** With their tokens by what the contexts consisted of, encoded. */
export type FeatureCell = readonly [...Cell, features: Uint8Array | null];

const prompt = "(input_tokens + cache_read_tokens + cache_creation_tokens)";
const tokens = countColumns.map(([column]) => column).join(", ");
const tokenSums = countColumns.map(([column, name]) => `SUM(${column}) AS ${name}`).join(", ");
const owner = "session_id, agent_root, model, is_subagent, source";

/** Of calls that have the same prices. */
export const sums = `COUNT(*) AS calls, MAX(called_at) AS calledAt, MAX(${prompt}) AS promptTokens, ${tokenSums}`;

const stepsAbove = (value: string, limits: readonly number[]): string =>
  ["0", ...limits.map((limit) => `(${value} > ${limit})`)].join(" + ");

/** What to group calls by, so that those of one group have the same prices. */
export const stepsOf = ({ prompts, instants }: Pick<CellQuery, "prompts" | "instants">): string =>
  `${stepsAbove(prompt, prompts)}, ${stepsAbove("called_at", justBefore(instants))}`;

const justBefore = (instants: readonly number[]): number[] => instants.map((instant) => instant - 1);

const hourMs = 3_600_000;

/** So much is in memory at a time: what a year leaves behind is expensive to collect. */
const readAtOnceMs = 28 * 24 * hourMs;

/** The cells of a window, in any order. They are read as few as possible, and not sorted where they are added up already. */
export const readCells = (sql: Sql, query: CellQuery): Generator<Cell> =>
  read<Cell>({ sql, query, more: ["", ""] });

/** The same for all of the window as one bucket, so that few have to be decoded. */
export const readFeatureCells = (sql: Sql, query: CellQuery): Generator<FeatureCell> =>
  read<FeatureCell>({
    sql: withFeatureShares(sql),
    query: { ...query, ...oneBucket },
    more: [", feature_shares(features)", ", features"],
  });

/** The whole window as one bucket. */
export const oneBucket = { bucketMs: Number.MAX_SAFE_INTEGER, shifts: fixedShift(0) };

interface CellRead {
  sql: Sql;
  query: CellQuery;
  /** Further columns, of calls and of sums. */
  more: readonly [ofCalls: string, ofSums: string];
}

function* read<Row extends Cell | FeatureCell>(of: CellRead): Generator<Row> {
  for (const range of partsOf(of.sql, of.query)) {
    if (range.source === "call") yield* cellsOfCalls<Row>(of, range);
    else
      for (let from = range.from; from < range.to; from += readAtOnceMs)
        yield* cellsOfSums<Row>(of, { ...range, from, to: Math.min(from + readAtOnceMs, range.to) });
  }
}

/** A session's calls are few, and are about it even if it did not make them; others are mostly added up already. */
function partsOf(sql: Sql, query: CellQuery): Range[] {
  const { from, to, scope, instants, prompts, shifts, bucketMs } = query;
  const [first, last] = [Math.floor(from / hourMs), Math.floor(to / hourMs)];
  const stale = scope.sessionId === null ? staleHours(sql, { first, last, promptSteps: prompts }) : null;
  if (stale === null) return [{ source: "call", from, to }];
  const bucketOf = (at: number): number => Math.floor((at + shiftAt(shifts, at)) / bucketMs);
  const isWhole = (start: number, end: number): boolean =>
    bucketOf(start) === bucketOf(end - 1) && !instants.some((instant) => start < instant && instant < end);
  return rangesOf(query, { stale, isWhole });
}

const conditionOf = ({ sessionId, agentRoot }: Scope): string => {
  if (sessionId !== null) return "AND session_id = @sessionId";
  return agentRoot === null ? "" : "AND agent_root = @agentRoot AND source IS NULL";
};

/** The shift of a call, in SQL. */
const shiftOf = (shifts: readonly Shift[]): string =>
  shifts.reduceRight((later, { ms }, at) => {
    const next = shifts[at + 1];
    return next === undefined ? `${ms}` : `CASE WHEN called_at < ${next.from} THEN ${ms} ELSE ${later} END`;
  }, "0");

function cellsOfCalls<Row>({ sql, query, more: [more] }: CellRead, { from, to }: Range): Row[] {
  const { bucketMs: width, shifts, scope } = query;
  const counted = `MAX(called_at), MAX(${prompt}), ${owner}, COUNT(*), ${tokenSums}${more}`;
  const chosen = `called_at >= @from AND called_at < @to ${conditionOf(scope)}
    GROUP BY CAST((called_at + ${shiftOf(shifts)}) / @width AS INTEGER), ${owner}, ${stepsOf(query)}`;
  return [
    sql.prepare<[object], Row>(`SELECT ${counted} FROM ${recordedCalls} WHERE ${chosen}`),
    sql.prepare<[object], Row>(`SELECT ${counted} FROM ${adHocCalls} WHERE ${chosen}`),
  ].flatMap((statement) => statement.raw().all({ ...scope, width, from, to }));
}

function cellsOfSums<Row>(
  { sql, query: { scope }, more: [, more] }: CellRead,
  { source, from, to }: Range,
): Row[] {
  return sql
    .prepare<[object], Row>(
      // Prompts above a step have the prices of one token more.
      `SELECT hour * ${hourMs}, prompt_above + 1, ${owner}, calls, ${tokens}${more} FROM ${summedCalls}
       WHERE hours = ${source === "day" ? 24 : 1} AND hour >= @from AND hour < @to ${conditionOf(scope)}`,
    )
    .raw()
    .all({ ...scope, from: from / hourMs, to: to / hourMs });
}
