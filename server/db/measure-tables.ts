import type { Sql } from "./open.ts";

/** How many rows a table has, and the smallest `time` of one, which is an expression; null if there is none. */
export function rowsIn(
  sql: Sql,
  { table, time, where = "TRUE" }: { table: string; time: string | null; where?: string },
): { rows: number; oldestAt: number | null } {
  const oldest = time === null ? "NULL" : `MIN(${time})`;
  const found = sql
    .prepare<[], { rows: number; oldestAt: number | null }>(
      `SELECT COUNT(*) AS rows, ${oldest} AS oldestAt FROM "${table}" WHERE ${where}`,
    )
    .get();
  return found ?? { rows: 0, oldestAt: null };
}

/** The bytes of each table with its indexes. Reads a part of every page. */
export function sizesByTable(sql: Sql): Map<string, number> {
  const rows = sql
    .prepare<[], { name: string; bytes: number }>(
      `SELECT master.tbl_name AS name, SUM(dbstat.pgsize) AS bytes FROM dbstat
       JOIN sqlite_master AS master ON master.name = dbstat.name
       WHERE dbstat.aggregate = TRUE GROUP BY master.tbl_name`,
    )
    .all();
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}
