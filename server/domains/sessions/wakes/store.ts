import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { writesOf } from "../../../db/writes.ts";
import { armedWakes } from "./queries.ts";
import { wakes } from "./table.ts";

export type WakeRow = typeof wakes.$inferSelect;
export type WakeEnd = Exclude<WakeRow["state"], "armed">;

export type WakeStore = ReturnType<typeof wakeStore>;

export function wakeStore({ sql }: Database) {
  const { columns, read } = rowsOf<WakeRow>(wakes);
  const writes = writesOf<WakeRow, typeof wakes.$inferInsert>(sql, wakes);
  const byId = sql.prepare<[number], unknown>(`SELECT ${columns} FROM wakes WHERE id = ?`);
  const armed = sql.prepare<[number], unknown>(
    `SELECT ${columns} FROM wakes WHERE session_id = ? AND state = 'armed' ORDER BY wake_at, id`,
  );

  return {
    byId(id: number): WakeRow | undefined {
      const raw = byId.get(id);
      return raw === undefined ? undefined : read(raw);
    },
    /** The next one first. */
    armed: (sessionId: number): WakeRow[] => armed.all(sessionId).map(read),
    hasArmed: armedWakes(sql),
    insert: (row: typeof wakes.$inferInsert): WakeRow => writes.insert(row),
    setJob: (id: number, jobId: number): void =>
      void writes.update({ jobId }, { where: "id = @which", values: { which: id } }),
    /** Returns false if it was not armed. */
    end: (id: number, state: WakeEnd, endedAt: number): boolean =>
      writes.update(
        { state, endedAt, jobId: null },
        { where: "id = @which AND state = 'armed'", values: { which: id } },
      ) !== undefined,
  };
}
