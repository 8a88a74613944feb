import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { sessions } from "../sessions/table.ts";

/** A question an agent's MCP server asks a person: pending until answered or expired. */
export const elicitations = sqliteTable(
  "elicitations",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    requestId: text("request_id").notNull(),
    mode: text().notNull(),
    /** Redacted, like all agent output. */
    message: text().notNull(),
    /** The JSON Schema of the form and the caller's `_meta`; JSON objects. */
    requestedSchema: text("requested_schema").notNull().default("{}"),
    meta: text().notNull().default("{}"),
    status: text({ enum: ["pending", "accept", "decline", "cancel", "expired"] }).notNull(),
    /** The answer's fields, stored for `accept` only; JSON object. */
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
