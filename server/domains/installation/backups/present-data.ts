import Sqlite from "better-sqlite3";
import type { PresentData } from "../../../db/restore-part.ts";
import { type Row, readRows } from "../../../db/untyped-rows.ts";

export const noData: PresentData = { isWhole: true, rows: new Map() };

/** Reads what it can of these tables from a database that may be damaged. */
export function readPresentData(file: string, tables: ReadonlySet<string>): PresentData {
  const rows = new Map<string, readonly Row[]>();
  let isWhole = true;
  try {
    const sql = new Sqlite(file, { readonly: true, timeout: 5_000 });
    try {
      for (const table of tables) isWhole = readInto(rows, sql, table) && isWhole;
    } finally {
      sql.close();
    }
  } catch {
    isWhole = false;
  }
  return { isWhole, rows };
}

/** Returns false if the table is damaged. */
function readInto(rows: Map<string, readonly Row[]>, sql: Sqlite.Database, table: string): boolean {
  try {
    const read = readRows(sql, table);
    if (read !== null) rows.set(table, read);
    return true;
  } catch {
    return false;
  }
}
