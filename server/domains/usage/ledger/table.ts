import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A file in which a CLI records calls, outside of sessions, and how far it was read. */
export const tokenUsageFiles = sqliteTable(
  "token_usage_files",
  {
    path: text().primaryKey(),
    agentRuntime: text("agent_runtime").notNull(),
    /** Device, inode and birth: another file of the same name is read from its start. */
    identity: text().notNull(),
    size: integer().notNull(),
    changedAt: integer("changed_at").notNull(),
    /** Bytes up to the end of the last line that was read. */
    offset: integer().notNull(),
    /** JSON object: what the lines so far leave for the next ones. */
    context: text().notNull(),
    /** Whether all of this size was read. */
    ended: integer({ mode: "boolean" }).notNull(),
    /** Why it could not be read; null if it could. */
    problem: text(),
    /** Calls that no line before them names a model for. */
    callsSkipped: integer("calls_skipped").notNull().default(0),
  },
  // Of a great many files, few have either; a report asks for both.
  (table) => [
    index("token_usage_files_problem").on(table.path).where(sql`problem IS NOT NULL`),
    index("token_usage_files_skipped").on(table.callsSkipped).where(sql`calls_skipped > 0`),
  ],
);

/** One pass over all files. */
export const tokenUsageBackfills = sqliteTable(
  "token_usage_backfills",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    status: text({ enum: ["queued", "running", "finished", "failed"] }).notNull(),
    trigger: text({ enum: ["first_start", "requested", "upgrade"] }).notNull(),
    /** The last file that was read to its end; files are read in the order of their paths. */
    cursor: text(),
    filesDone: integer("files_done").notNull().default(0),
    filesTotal: integer("files_total"),
    directoriesDone: integer("directories_done").notNull().default(0),
    directoriesTotal: integer("directories_total").notNull().default(0),
    rowsWritten: integer("rows_written").notNull().default(0),
    lastError: text("last_error"),
    createdAt: integer("created_at").notNull(),
    startedAt: integer("started_at"),
    finishedAt: integer("finished_at"),
  },
  (table) => [index("token_usage_backfills_status").on(table.status)],
);
