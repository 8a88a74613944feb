import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { writesOf } from "../../../db/writes.ts";
import { runsKept } from "./history-model.ts";
import { triggerHistory } from "./table.ts";

export type HistoryRow = typeof triggerHistory.$inferSelect;
type NewHistoryRow = typeof triggerHistory.$inferInsert;

export function historyStore({ sql }: Database) {
  const { columns, read } = rowsOf<HistoryRow>(triggerHistory);
  const writes = writesOf<HistoryRow, NewHistoryRow>(sql, triggerHistory);
  const latest = sql.prepare<[number, number], unknown>(
    `SELECT ${columns} FROM trigger_history WHERE trigger_id = ? ORDER BY id DESC LIMIT ?`,
  );
  const ofSession = sql.prepare<[number, number], unknown>(
    `SELECT ${columns} FROM trigger_history WHERE trigger_id = ? AND session_id = ? ORDER BY id DESC LIMIT 1`,
  );
  const trim = sql.prepare<[{ of: number }]>(
    `DELETE FROM trigger_history WHERE trigger_id = @of AND id <=
       (SELECT id FROM trigger_history WHERE trigger_id = @of ORDER BY id DESC LIMIT 1 OFFSET ${runsKept})`,
  );

  return {
    /** The newest first. */
    latest: (triggerId: number, limit = runsKept): HistoryRow[] => latest.all(triggerId, limit).map(read),
    /** The newest entry about the session. */
    ofSession(triggerId: number, sessionId: number): HistoryRow | undefined {
      const raw = ofSession.get(triggerId, sessionId);
      return raw === undefined ? undefined : read(raw);
    },
    add(row: NewHistoryRow): void {
      writes.insert(row);
      trim.run({ of: row.triggerId });
    },
    /** The same happened again. */
    repeat: ({ id, count }: HistoryRow, times: number, lastAt: number): void =>
      void writes.update({ count: count + times, lastAt }, { where: "id = @which", values: { which: id } }),
  };
}
