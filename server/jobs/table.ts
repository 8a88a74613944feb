import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** The durable queue. A row is deleted when its job is done; jobs that failed permanently stay for the health page. */
export const jobs = sqliteTable(
  "jobs",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    lane: text().notNull(),
    kind: text().notNull(),
    payload: text().notNull().default("{}"),
    /** At most one unfinished job per key; null = any number. */
    key: text(),
    state: text({ enum: ["ready", "claimed", "failed"] })
      .notNull()
      .default("ready"),
    /** Higher is claimed first; equal ones by run_at, then id. */
    priority: integer().notNull().default(0),
    runAt: integer("run_at").notNull(),
    attempts: integer().notNull().default(0),
    maxAttempts: integer("max_attempts").notNull(),
    /** The start of the service that claimed it; claims of other starts are void. */
    claimedBy: text("claimed_by"),
    claimedAt: integer("claimed_at"),
    lastError: text("last_error"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("jobs_key").on(table.key).where(sql`key IS NOT NULL AND state <> 'failed'`),
    index("jobs_ready").on(table.lane, sql`priority DESC`, table.runAt, table.id).where(sql`state = 'ready'`),
    index("jobs_claimed").on(table.claimedBy).where(sql`state = 'claimed'`),
  ],
);
