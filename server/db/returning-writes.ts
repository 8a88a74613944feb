import type { Database, Statement } from "better-sqlite3";

/**
 * Makes `get` of a write that returns its row (`INSERT … RETURNING`) report a commit that fails, as on a full disk.
 * better-sqlite3's own `get` stops at the first row and drops the error of the commit that follows, so a caller outside of
 * a transaction would get a row that was never stored. Reading to the end reports it.
 */
export function completeReturningWrites(sql: Database): void {
  const prepare = sql.prepare.bind(sql);
  sql.prepare = ((source: string) => completed(prepare(source))) as Database["prepare"];
}

function completed(statement: Statement): Statement {
  if (!statement.reader || statement.readonly) return statement;
  const all = statement.all.bind(statement);
  Object.defineProperty(statement, "get", {
    value: (...values: unknown[]) => all(...values)[0],
    configurable: true,
    writable: true,
  });
  return statement;
}
