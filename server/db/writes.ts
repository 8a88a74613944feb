import type { Statement } from "better-sqlite3";
import { getTableColumns, getTableName, type Table } from "drizzle-orm";
import type { Sql } from "./open.ts";
import { rowsOf } from "./rows.ts";

type Values = Record<string, unknown>;

/**
 * Writes one row and returns it. Statements are prepared once per set of columns: the query builder would build and prepare
 * the SQL each time, which takes longer than the write. Names and types are those of the table; undefined values are left out.
 */
export function writesOf<Row extends object, NewRow extends object>(sql: Sql, table: Table) {
  const name = `"${getTableName(table)}"`;
  const { columns, read } = rowsOf<Row>(table);
  const columnOf = new Map(Object.entries(getTableColumns(table)));
  const statements = new Map<string, Statement<[Values], unknown>>();

  function prepared(source: string): Statement<[Values], unknown> {
    const statement = statements.get(source) ?? sql.prepare<[Values], unknown>(source);
    statements.set(source, statement);
    return statement;
  }

  /** SQLite has no booleans, and columns of values hold their text. */
  function stored(key: string, value: unknown): unknown {
    if (typeof value === "boolean") return Number(value);
    const column = columnOf.get(key);
    return value !== null && column?.dataType === "custom" ? column.mapToDriverValue(value) : value;
  }

  const bound = (entries: readonly [string, unknown][]): Values =>
    Object.fromEntries(entries.map(([key, value]) => [key, stored(key, value)]));

  const given = (values: object): [string, unknown][] =>
    Object.entries(values).filter(([key, value]) => value !== undefined && columnOf.has(key));

  return {
    insert(row: NewRow): Row {
      const entries = given(row);
      const into = entries.map(([key]) => `"${columnOf.get(key)?.name}"`).join(", ");
      const values = entries.map(([key]) => `@${key}`).join(", ");
      const source = `INSERT INTO ${name} (${into}) VALUES (${values}) RETURNING ${columns}`;
      return read(prepared(source).get(bound(entries)));
    },

    /**
     * `where` is SQL with its own named `@values`; `also` is a further assignment. undefined if no row matched.
     * Names of `values` must not be keys of the table.
     */
    update(changes: Partial<Row>, to: { where: string; also?: string; values: Values }): Row | undefined {
      const entries = given(changes);
      const sets = entries.map(([key]) => `"${columnOf.get(key)?.name}" = @${key}`);
      const all = to.also === undefined ? sets : [...sets, to.also];
      const source = `UPDATE ${name} SET ${all.join(", ")} WHERE ${to.where} RETURNING ${columns}`;
      const raw = prepared(source).get({ ...bound(entries), ...to.values });
      return raw === undefined ? undefined : read(raw);
    },
  };
}
