import type { Sql } from "../../../db/open.ts";

/** Whether a session has an armed wake. */
export function armedWakes(sql: Sql): (sessionId: number) => boolean {
  const anyArmed = sql.prepare<[number], unknown>(
    "SELECT 1 FROM wakes WHERE session_id = ? AND state = 'armed' LIMIT 1",
  );
  return (sessionId) => anyArmed.get(sessionId) !== undefined;
}
