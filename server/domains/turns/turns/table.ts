import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { sessions } from "../../sessions/sessions/table.ts";

/**
 * One run of an agent from its prompt until it stops. If the service died during a turn, the next start continues it under
 * the same row.
 */
export const turns = sqliteTable(
  "turns",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    kind: text({ enum: ["first", "follow_up", "recovery", "clone_only", "heartbeat"] }).notNull(),
    state: text({ enum: ["queued", "preparing", "running", "ended"] }).notNull(),
    /** What the CLI was or will be given, goal and notes included; written before it is sent. */
    prompt: text(),
    /** The agent's process, for the person who looks; a dead start's processes are found by their marker. */
    pid: integer(),
    retries: integer().notNull().default(0),
    outcome: text(),
    createdAt: integer("created_at").notNull(),
    startedAt: integer("started_at"),
    endedAt: integer("ended_at"),
  },
  (table) => [
    index("turns_session").on(table.sessionId, table.id),
    uniqueIndex("turns_open").on(table.sessionId).where(sql`state <> 'ended'`),
  ],
);
