import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sessions } from "../../sessions/sessions/table.ts";

/** The value of an experimental setting in the first and in the newest turn of a session (R188). */
export const sessionExperiments = sqliteTable(
  "session_experiments",
  {
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    key: text().notNull(),
    valueAtStart: integer("value_at_start", { mode: "boolean" }).notNull(),
    valueAtEnd: integer("value_at_end", { mode: "boolean" }).notNull(),
    /** Whether it ever had another value than at its start, even if not at its end. */
    changed: integer({ mode: "boolean" }).notNull().default(false),
    firstObservedAt: integer("first_observed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.key] })],
);
