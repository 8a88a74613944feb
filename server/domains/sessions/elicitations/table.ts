import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { sessions } from "../sessions/table.ts";

/** A question an agent's MCP server asks the person: pending until answered or past its time. */
export const elicitations = sqliteTable(
  "elicitations",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    requestId: text("request_id").notNull(),
    mode: text().notNull(),
    /** Redacted, as everything an agent says. */
    message: text().notNull(),
    /** JSON Schema of the form, and the caller's own `_meta`; JSON objects. */
    requestedSchema: text("requested_schema").notNull().default("{}"),
    meta: text().notNull().default("{}"),
    status: text({ enum: ["pending", "accept", "decline", "cancel", "expired"] }).notNull(),
    /** The answer's fields, kept for `accept` only; JSON object. */
    content: text(),
    expiresAt: integer("expires_at").notNull(),
    respondedAt: integer("responded_at"),
    responder: text(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("elicitations_request").on(table.requestId),
    index("elicitations_session").on(table.sessionId, table.status),
    index("elicitations_due").on(table.status, table.expiresAt),
  ],
);
