import type { Sql } from "./open.ts";

/** A row of a file that another version may have written. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows by table. A table that is missing or damaged has none. */
export type RowsByTable = ReadonlyMap<string, readonly Row[]>;

/** Empty if there is no such table. */
export const columnsOf = (sql: Sql, table: string): string[] =>
  sql.prepare<[string], string>("SELECT name FROM pragma_table_info(?)").pluck().all(table);

export const hasTable = (sql: Sql, table: string): boolean => columnsOf(sql, table).length > 0;

/** All rows of a table, null if there is no such table. Throws if it is damaged. */
export const readRows = (sql: Sql, table: string): Row[] | null =>
  hasTable(sql, table) ? sql.prepare<[], Row>(`SELECT * FROM ${table}`).all() : null;

/** Inserts rows, leaving out columns that the table does not have. */
export function insertRows(sql: Sql, table: string, rows: readonly Row[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const columns = columnsOf(sql, table).filter((name) => name in first);
  const names = columns.map((name) => `"${name}"`).join(", ");
  const insert = sql.prepare(`INSERT INTO ${table} (${names}) VALUES (${columns.map(() => "?").join(", ")})`);
  for (const row of rows) insert.run(columns.map((name) => row[name]));
}

/** Does nothing if there are no rows to insert, or no such table. */
export function replaceRows(sql: Sql, table: string, rows: readonly Row[] | undefined): void {
  if (rows === undefined || !hasTable(sql, table)) return;
  sql.prepare(`DELETE FROM ${table}`).run();
  insertRows(sql, table, rows);
}
