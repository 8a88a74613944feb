import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { writesOf } from "../../../db/writes.ts";
import { turns } from "./table.ts";

export type TurnRow = typeof turns.$inferSelect;
export type TurnKind = TurnRow["kind"];
export type TurnStore = ReturnType<typeof turnStore>;

export function turnStore({ sql }: Database) {
  const { columns, read } = rowsOf<TurnRow>(turns);
  const writes = writesOf<TurnRow, typeof turns.$inferInsert>(sql, turns);
  const one = (where: string) => {
    const statement = sql.prepare<[number], unknown>(`SELECT ${columns} FROM turns WHERE ${where}`);
    return (value: number): TurnRow | undefined => {
      const raw = statement.get(value);
      return raw === undefined ? undefined : read(raw);
    };
  };
  const allOpen = sql.prepare<[], unknown>(`SELECT ${columns} FROM turns WHERE state <> 'ended'`);

  const list = sql.prepare<[number, number], unknown>(
    `SELECT ${columns} FROM turns WHERE session_id = ? ORDER BY id DESC LIMIT ?`,
  );

  const underWay = sql.prepare<[number], { sessionId: number; startedAt: number }>(
    `SELECT session_id AS sessionId, started_at AS startedAt FROM turns
     WHERE state <> 'ended' AND state = 'running' AND session_id <> ? ORDER BY started_at DESC, id DESC`,
  );

  return {
    /** The turns of other sessions than this one that have an agent, the one that began last first. */
    underWay: (except: number) => underWay.all(except),
    find: one("id = ?"),
    /** The turn that is queued or under way; a session has at most one. */
    open: one("session_id = ? AND state <> 'ended'"),
    allOpen: (): TurnRow[] => allOpen.all().map(read),
    /** Newest first. */
    list: (sessionId: number, most: number): TurnRow[] => list.all(sessionId, most).map(read),
    last: one("session_id = ? ORDER BY id DESC LIMIT 1"),
    insert: (row: typeof turns.$inferInsert): TurnRow => writes.insert(row),
    update: (id: number, change: Partial<TurnRow>): void =>
      void writes.update(change, { where: "id = @which", values: { which: id } }),
  };
}
