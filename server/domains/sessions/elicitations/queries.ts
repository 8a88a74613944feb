import type { Sql } from "../../../db/open.ts";

/** The sessions with an open elicitation, as a subquery for `IN`. */
export const sessionsAwaitingAnswer = "(SELECT session_id FROM elicitations WHERE status = 'pending')";

/** Finds the newest open question of a session. */
export function openQuestion(sql: Sql): (sessionId: number) => string | null {
  const newest = sql
    .prepare<[number], string>(
      "SELECT message FROM elicitations WHERE session_id = ? AND status = 'pending' ORDER BY id DESC LIMIT 1",
    )
    .pluck();
  return (sessionId) => newest.get(sessionId) ?? null;
}
