import type { Sql } from "../../../db/open.ts";
import { joinableSessions } from "../../sessions/sessions/queries.ts";

/** Enough for a day of a busy machine, and few enough to read in a moment. */
const mostTurns = 2_000;

/** Turns that ended, by how they began and ended. */
export interface EndedTurns {
  kind: string;
  outcome: string | null;
  retried: 0 | 1;
  count: number;
  totalMs: number;
}

/** Reads how the newest turns ended since a time, and why sessions failed. */
export function endedTurns(sql: Sql) {
  const newest = `(SELECT session_id, kind, outcome, retries, started_at, ended_at FROM turns
    ORDER BY id DESC LIMIT ${mostTurns})`;
  const groups = sql.prepare<[number], EndedTurns>(`
    SELECT kind, outcome, retries > 0 AS retried, COUNT(*) AS count,
      SUM(MAX(ended_at - COALESCE(started_at, ended_at), 0)) AS totalMs
    FROM ${newest} WHERE ended_at >= ? GROUP BY 1, 2, 3`);
  const reasons = sql.prepare<[number], { reason: string | null; count: number }>(`
    SELECT s.failure_reason AS reason, COUNT(DISTINCT s.id) AS count
    FROM ${newest} t JOIN ${joinableSessions} s ON s.id = t.session_id
    WHERE t.ended_at >= ? AND t.outcome = 'fail' AND s.status = 'failed' GROUP BY 1 ORDER BY 2 DESC`);
  return (since: number) => ({ groups: groups.all(since), reasons: reasons.all(since) });
}
