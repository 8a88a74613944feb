import type { Sql } from "../../../db/open.ts";

/** What a session ran with. */
export interface SessionExperiment {
  sessionId: number;
  key: string;
  /** 1 or 0; null if it changed. */
  value: number | null;
}

/** Of all sessions, on any connection. */
export const sessionExperimentsOf = (sql: Sql): SessionExperiment[] =>
  sql
    .prepare<[], SessionExperiment>(
      `SELECT session_id AS sessionId, key,
         CASE WHEN changed OR value_at_start <> value_at_end THEN NULL ELSE value_at_start END AS value
       FROM session_experiments`,
    )
    .all();
