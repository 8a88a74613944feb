import Sqlite from "better-sqlite3";
import type { Sql } from "./open.ts";

/** A connection for a worker thread, which only reads. */
export const openReadOnly = (file: string): Sql =>
  new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 5_000 });

/** Runs `work` on one snapshot of the data. */
export function readDatabase<Result>(file: string, work: (sql: Sql) => Result): Result {
  const sql = openReadOnly(file);
  try {
    return sql.transaction(work).deferred(sql);
  } finally {
    sql.close();
  }
}
