import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { writesOf } from "../../../db/writes.ts";
import { statesKept } from "./model.ts";
import { sessionStates } from "./table.ts";

export type StateRow = typeof sessionStates.$inferSelect;
/** With the time of the next state; null for the newest. */
export type LastingState = StateRow & { until: number | null };

export function sessionStateStore({ sql }: Database) {
  const { columns, read } = rowsOf<LastingState>(sessionStates);
  const writes = writesOf<StateRow, typeof sessionStates.$inferInsert>(sql, sessionStates);
  const dropOldest = sql.prepare<[number, number, number]>(
    `DELETE FROM session_states WHERE session_id = ? AND id <=
      (SELECT id FROM session_states WHERE session_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
  );
  const list = sql.prepare<[number, number, number], unknown>(
    `SELECT ${columns}, (SELECT next.at FROM session_states next
      WHERE next.session_id = session_states.session_id AND next.id > session_states.id
      ORDER BY next.id LIMIT 1) AS until
     FROM session_states WHERE session_id = ? AND id < ? ORDER BY id DESC LIMIT ?`,
  );

  const newest = sql.prepare<[number], unknown>(
    `SELECT ${columns}, NULL AS until FROM session_states ORDER BY id DESC LIMIT ?`,
  );

  return {
    /** Of all sessions, newest first. */
    newest: (limit: number): StateRow[] => newest.all(limit).map(read),
    append(row: Omit<StateRow, "id">): void {
      writes.insert(row);
      dropOldest.run(row.sessionId, row.sessionId, statesKept);
    },
    /** Newest first. */
    list: (sessionId: number, page: { before: number; limit: number }): LastingState[] =>
      list.all(sessionId, page.before, page.limit).map(read),
  };
}
