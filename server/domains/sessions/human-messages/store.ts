import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { humanMessages } from "./table.ts";

export type HumanMessageRow = typeof humanMessages.$inferSelect;

export function humanMessageStore({ sql, db }: Database) {
  const { columns, read } = rowsOf<HumanMessageRow>(humanMessages);
  const select = `SELECT ${columns} FROM human_messages WHERE session_id`;
  // With a bare `?`, SQLite would re-plan the sort for each value and compile the statement again.
  const inOne = sql.prepare<[number], unknown>(`${select} = (SELECT ?) ORDER BY occurred_at, id`);
  const inSeveral = sql.prepare<[string], unknown>(
    `${select} IN (SELECT value FROM json_each(?)) ORDER BY occurred_at, id`,
  );
  return {
    insert: (row: typeof humanMessages.$inferInsert): void => void db.insert(humanMessages).values(row).run(),
    /** Oldest first. */
    inSessions(ids: readonly number[]): HumanMessageRow[] {
      const [only, ...others] = ids;
      if (only === undefined) return [];
      const rows = others.length === 0 ? inOne.all(only) : inSeveral.all(JSON.stringify(ids));
      return rows.map(read);
    },
  };
}
