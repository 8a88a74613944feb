import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sessions } from "../sessions/table.ts";

/** Where a session stands, in a few sentences by a small model; at most one row a session. */
export const statusSummaries = sqliteTable("status_summaries", {
  sessionId: integer("session_id")
    .primaryKey()
    .references(() => sessions.id, { onDelete: "cascade" }),
  state: text({ enum: ["idle", "pending", "ready", "failed"] }).notNull(),
  summary: text(),
  error: text(),
  /** When the running attempt began: later writes name it, so that an abandoned one writes nothing. */
  requestedAt: integer("requested_at"),
  requestedLineCount: integer("requested_line_count"),
  /** What the text was made from; moves only with success. */
  generatedLineCount: integer("generated_line_count").notNull().default(0),
  generatedMessageCount: integer("generated_message_count").notNull().default(0),
  generatedAt: integer("generated_at"),
});
