import { index, integer, sqliteTable, uniqueIndex } from "drizzle-orm/sqlite-core";
import { sessions } from "../sessions/table.ts";

/** A session that messaged another and said who it was: an additional, self-declared senior. */
export const uncleLinks = sqliteTable(
  "uncle_links",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    uncleId: integer("uncle_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("uncle_links_edge").on(table.sessionId, table.uncleId),
    index("uncle_links_uncle").on(table.uncleId),
  ],
);
