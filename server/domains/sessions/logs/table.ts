import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sessions } from "../sessions/table.ts";

/** The session log: transitions, warnings and lines added by callers. */
export const sessionLogs = sqliteTable(
  "session_logs",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    content: text().notNull(),
    level: text({ enum: ["info", "error", "debug", "warning", "verbose"] }).notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("session_logs_session").on(table.sessionId, table.id)],
);
