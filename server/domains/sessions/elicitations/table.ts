import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { canonicalObject, type JsonCodec, jsonObject } from "../../../db/json-codec.ts";
import { jsonColumn } from "../../../db/json-column.ts";
import { isObject } from "../../../lib/json.ts";
import { sessions } from "../sessions/table.ts";
import type { RequestedSchema } from "./model.ts";

/** Keeps the order of the fields, in which the form shows them. A damaged form has no fields. */
const form: JsonCodec<RequestedSchema> = {
  decode(text) {
    const { properties, required } = jsonObject.decode(text);
    return {
      type: "object",
      properties: isObject(properties) ? (properties as RequestedSchema["properties"]) : {},
      required: Array.isArray(required) ? (required as string[]) : [],
    };
  },
  encode: (schema) => JSON.stringify(schema),
};

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
    /** The JSON Schema of the form and the caller's `_meta`, redacted too. */
    requestedSchema: jsonColumn("requested_schema", form).notNull().default(sql`'{}'`),
    meta: jsonColumn("meta", canonicalObject).notNull().default({}),
    status: text({ enum: ["pending", "accept", "decline", "cancel", "expired"] }).notNull(),
    /** The answer's fields, stored for `accept` only. */
    content: jsonColumn("content", jsonObject),
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
