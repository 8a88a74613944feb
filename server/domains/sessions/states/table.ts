import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sessions } from "../sessions/table.ts";
import type { CauseName, StateName } from "./model.ts";

/** Which states a session has been in: a row for each change, written with it and never changed. */
export const sessionStates = sqliteTable(
  "session_states",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    /** Null for a time of which nobody wrote down what it was: before states were recorded. */
    state: text().$type<StateName>(),
    /** What brought it there; model.ts has the words. */
    cause: text().$type<CauseName>().notNull(),
    detail: text(),
    at: integer().notNull(),
  },
  (table) => [index("session_states_session").on(table.sessionId, table.id)],
);
