import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { sessions } from "../../sessions/sessions/table.ts";

/** The person's inbox. The cause of a stale entry is gone; it is neither shown nor counted. */
export const notifications = sqliteTable(
  "notifications",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    notificationType: text("notification_type", {
      enum: ["session_needs_input", "session_failed", "elicitation", "push"],
    }).notNull(),
    /** Identifies the cause, so that one cause does not notify twice. */
    marker: text().notNull(),
    message: text().notNull(),
    read: integer({ mode: "boolean" }).notNull().default(false),
    stale: integer({ mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("notifications_cause").on(table.sessionId, table.notificationType, table.marker),
    index("notifications_inbox").on(table.stale, table.read, table.id),
  ],
);
