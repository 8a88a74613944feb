import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sessions } from "../../sessions/sessions/table.ts";

/** A session's status summary, written by a small model; at most one row per session. */
export const statusSummaries = sqliteTable("status_summaries", {
  sessionId: integer("session_id")
    .primaryKey()
    .references(() => sessions.id, { onDelete: "cascade" }),
  state: text({ enum: ["idle", "pending", "ready", "failed"] }).notNull(),
  summary: text(),
  error: text(),
  /** When the current attempt began; identifies the attempt, so that a replaced one cannot store its result. */
  requestedAt: integer("requested_at"),
  requestedLineCount: integer("requested_line_count"),
  /** The lines and messages that the text covers. */
  generatedLineCount: integer("generated_line_count").notNull().default(0),
  generatedMessageCount: integer("generated_message_count").notNull().default(0),
  generatedAt: integer("generated_at"),
});
