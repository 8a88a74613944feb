import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sessions } from "../sessions/table.ts";
import type { CauseName, StateName } from "./model.ts";

/** The state history of sessions: one row per change, never updated. */
export const sessionStates = sqliteTable(
  "session_states",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    /** Null for the time before states were recorded. */
    state: text().$type<StateName>(),
    /** The cause of the change; model.ts lists the values. */
    cause: text().$type<CauseName>().notNull(),
    detail: text(),
    at: integer().notNull(),
  },
  (table) => [index("session_states_session").on(table.sessionId, table.id)],
);
