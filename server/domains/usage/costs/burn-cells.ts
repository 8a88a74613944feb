import type { Sql } from "../../../db/open.ts";
import { recordedCalls } from "../../transcripts/usage/queries.ts";
import { type Sums, stepsOf, sums } from "./cells.ts";

export interface BurnQuery {
  since: number;
  prompts: readonly number[];
  instants: readonly number[];
}

/** Calls of one session, agent root and model that have the same prices. */
export interface BurnCell extends Sums {
  sessionId: number | null;
  agentRoot: string;
  firstAt: number;
}

/** R187: the calls of Claude Code, whose quota they use, by session, agent root and model. */
export const readBurnCells = (sql: Sql, { since, ...steps }: BurnQuery): BurnCell[] =>
  sql
    .prepare<[number], BurnCell>(
      `SELECT session_id AS sessionId, agent_root AS agentRoot, model, MIN(called_at) AS firstAt, ${sums}
       FROM ${recordedCalls}
       WHERE called_at >= ? AND agent_runtime = 'claude_code' AND agent_root IS NOT NULL AND source IS NULL
       GROUP BY 1, 2, 3, ${stepsOf(steps)}`,
    )
    .all(since);
