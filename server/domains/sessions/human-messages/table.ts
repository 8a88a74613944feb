import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sessions } from "../sessions/table.ts";

/** What a person wrote. The author is the authenticated person, whatever the text claims. Immutable. */
export const humanMessages = sqliteTable(
  "human_messages",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    /** Key and name of the person, stored by value so that they outlast changes of the roster. */
    author: text().notNull(),
    authorDisplayName: text("author_display_name").notNull(),
    channel: text().notNull(),
    entryPoint: text("entry_point").notNull(),
    content: text().notNull(),
    occurredAt: integer("occurred_at").notNull(),
  },
  (table) => [index("human_messages_session").on(table.sessionId, table.occurredAt)],
);
