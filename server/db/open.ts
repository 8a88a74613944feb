import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import type { Logger } from "../lib/logger.ts";
import { completeReturningWrites } from "./returning-writes.ts";
import { timeStatements } from "./slow-statements.ts";
import { currentWriteContext } from "./write-context.ts";

export type Sql = Sqlite.Database;
export type Db = BetterSQLite3Database;

export interface Database {
  /** For hot paths that prepare their own statements. */
  sql: Sql;
  db: Db;
  /**
   * Runs `work` in an immediate transaction, or inside the open one.
   * It must be synchronous; await before or after it (docs/decisions/0003).
   */
  transaction<T>(work: () => T): T;
  /** Runs `work`, which only reads, on one snapshot of the data; cheaper than separate statements. */
  snapshot<T>(work: () => T): T;
  /**
   * The start is over: from now on, a write that another program does not let through fails within moments
   * (`isDatabaseBusy`), and a slow statement is reported earlier.
   */
  serves(): void;
  close(): void;
}

const settings = [
  "journal_mode = WAL",
  "synchronous = FULL",
  "foreign_keys = ON",
  "temp_store = MEMORY",
  "cache_size = -16000",
];

/** How long the start waits for another program that writes to the file. */
const startWaitMs = 5_000;
/** How long anything waits once requests are answered: every one of them waits with it. */
const requestWaitMs = 250;

/** Opens the only writing connection. A commit is on the disk before it returns (synchronous=FULL). */
export function openDatabase(file: string, log: Logger): Database {
  if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const sql = new Sqlite(file, { timeout: startWaitMs });
  try {
    // Other users may be able to read the folder. SQLite gives its side files the same mode.
    if (file !== ":memory:") chmodSync(file, 0o600);
    // Others are rewritten once (free-pages.ts); setting it again would write to the file.
    if (sql.pragma("page_count", { simple: true }) === 0) sql.pragma("auto_vacuum = INCREMENTAL");
    for (const setting of settings) sql.pragma(setting);
  } catch (error) {
    sql.close();
    throw error;
  }
  completeReturningWrites(sql);
  const statements = timeStatements(sql, log);
  const wrap = sql.transaction((work: () => unknown) => work());
  return {
    sql,
    db: drizzle({ client: sql }),
    transaction<T>(work: () => T): T {
      const context = currentWriteContext();
      if (context === undefined) return sql.inTransaction ? work() : (wrap.immediate(work) as T);
      // The open transaction may be the context's own and survive an error here, so this one needs a savepoint.
      return sql.inTransaction ? (wrap(work) as T) : (wrap.immediate(() => context.around(work)) as T);
    },
    snapshot: <T>(work: () => T) => (sql.inTransaction ? work() : (wrap.deferred(work) as T)),
    serves() {
      sql.pragma(`busy_timeout = ${requestWaitMs}`);
      statements.serves();
    },
    close: () => {
      if (!sql.open) return;
      try {
        sql.pragma("optimize");
      } catch (error) {
        log.warn({ err: error }, "the database was not optimized"); // On a full disk; it is closed anyway.
      }
      sql.close();
    },
  };
}
