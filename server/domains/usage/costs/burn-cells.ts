import type { Sql } from "../../../db/open.ts";
import { adHocCalls } from "../ad-hoc-calls/queries.ts";
import { recordedCalls } from "../calls/queries.ts";
import { type Sums, stepsOf, sums } from "./cells.ts";

interface PriceSteps {
  prompts: readonly number[];
  instants: readonly number[];
}

export interface BurnQuery extends PriceSteps {
  since: number;
  runtimes: readonly string[];
}

/** Calls of one runtime in a part of its quota's window. */
export interface SpentQuery extends PriceSteps {
  runtime: string;
  from: number;
  to: number;
}

/** Calls of one session, agent root and model that have the same prices. */
export interface BurnCell extends Sums {
  sessionId: number | null;
  agentRuntime: string;
  agentRoot: string;
  firstAt: number;
}

/** R187: the calls of runtimes whose quota they use, by session, agent root and model. */
export const readBurnCells = (sql: Sql, { since, runtimes, ...steps }: BurnQuery): BurnCell[] =>
  sql
    .prepare<[number, string], BurnCell>(
      `SELECT session_id AS sessionId, agent_runtime AS agentRuntime, agent_root AS agentRoot, model,
         MIN(called_at) AS firstAt, ${sums}
       FROM ${recordedCalls}
       WHERE called_at >= ? AND agent_runtime IN (SELECT value FROM json_each(?)) AND agent_root IS NOT NULL AND source IS NULL
       GROUP BY 1, 2, 3, 4, ${stepsOf(steps)}`,
    )
    .all(since, JSON.stringify(runtimes));

const spentWhere = "called_at >= ? AND called_at <= ? AND agent_runtime = ?";

/** What calls of a runtime consisted of, those that the service made for itself too. */
export const readSpentCells = (sql: Sql, { runtime, from, to, ...steps }: SpentQuery): Sums[] =>
  [
    `SELECT model, ${sums} FROM ${recordedCalls} WHERE ${spentWhere} GROUP BY 1, ${stepsOf(steps)}`,
    `SELECT model, ${sums} FROM ${adHocCalls} WHERE ${spentWhere} GROUP BY 1, ${stepsOf(steps)}`,
  ].flatMap((query) => sql.prepare<[number, number, string], Sums>(query).all(from, to, runtime));
