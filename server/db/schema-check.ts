import Sqlite from "better-sqlite3";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { migrationsFolder, migrationsTable } from "./migrate.ts";
import type { Sql } from "./open.ts";

/** The tables that SQLite itself adds (https://www.sqlite.org/fileformat2.html, section 2.6). */
const ofSqlite = new Set([
  "CREATE TABLE sqlite_sequence(name,seq)",
  "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
  "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
]);

/** What a schema consists of: its definition by kind, table and name. Indexes of SQLite's own follow from their tables. */
function partsOf(sql: Sql): Map<string, string> {
  const rows = sql
    .prepare<[], [type: string, table: string, name: string, definition: string | null]>(
      "SELECT type, tbl_name, name, sql FROM sqlite_master WHERE NOT (type = 'index' AND sql IS NULL)",
    )
    .raw()
    .all();
  return new Map(
    rows
      .filter(([, , , definition]) => !ofSqlite.has(definition ?? ""))
      .map(([type, table, name, definition]) => [`${type} ${table}.${name}`, definition ?? ""]),
  );
}

/** Whether nothing in a file runs or is computed when it is read: so before anything else is asked of it. */
export const hasNoViews = (sql: Sql): boolean =>
  sql.prepare("SELECT 1 FROM sqlite_master WHERE type = 'view'").get() === undefined;

/**
 * Whether a file has exactly the tables, indexes and triggers that these migrations make. A trigger more would act with every
 * change that the service makes later, and a table that is declared in another way would compute what somebody else wrote.
 */
export function hasOwnSchema(sql: Sql, applied: readonly number[]): boolean {
  const found = partsOf(sql);
  const own = schemaAfter(new Set(applied));
  return found.size === own.size && [...own].every(([part, definition]) => found.get(part) === definition);
}

function schemaAfter(applied: ReadonlySet<number>): Map<string, string> {
  const model = new Sqlite(":memory:");
  try {
    model.pragma("foreign_keys = OFF");
    model.exec(migrationsTable);
    const migrations = readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) =>
      applied.has(folderMillis),
    );
    for (const statement of migrations.flatMap(({ sql }) => sql)) model.exec(statement);
    return partsOf(model);
  } finally {
    model.close();
  }
}
