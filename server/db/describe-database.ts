import type { Sql } from "./open.ts";

export interface DatabaseDescription {
  /** What the tables and indexes were made with. */
  schema: string[];
  /** How many rows each table has. */
  rows: Record<string, number>;
}

/** What a database is made of, without anything that it stores. */
export function describeDatabase(sql: Sql): DatabaseDescription {
  const schema = sql
    .prepare<[], string>("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
    .pluck()
    .all();
  const names = sql
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
    )
    .pluck()
    .all();
  const rowsOf = (name: string): number =>
    sql
      .prepare<[], number>(`SELECT count(*) FROM "${name.replaceAll('"', '""')}"`)
      .pluck()
      .get() ?? 0;
  return { schema, rows: Object.fromEntries(names.map((name) => [name, rowsOf(name)])) };
}
