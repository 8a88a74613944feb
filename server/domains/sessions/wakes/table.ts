import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sessions } from "../sessions/table.ts";

/** "Wake me later": a prompt that a session gets once, at a time or when another session changes. */
export const wakes = sqliteTable(
  "wakes",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    prompt: text().notNull(),
    /** The latest possible date for a wake that waits for an event; such a wake has no job. */
    wakeAt: integer("wake_at").notNull(),
    /** As requested: local time and zone, or the event in words and no zone. */
    scheduledAt: text("scheduled_at").notNull(),
    timezone: text().notNull(),
    state: text({ enum: ["armed", "delivered", "superseded", "cancelled"] }).notNull(),
    jobId: integer("job_id"),
    createdAt: integer("created_at").notNull(),
    endedAt: integer("ended_at"),
  },
  (table) => [index("wakes_session").on(table.sessionId, table.state)],
);
