import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { nullableObject } from "../../../db/json-codec.ts";
import { jsonColumn } from "../../../db/json-column.ts";
import type { Discovery } from "./discovery.ts";

/** The owner's sign-in at one MCP server. Its tokens and client secret are in the secret store, never here. */
export const mcpConnections = sqliteTable(
  "mcp_connections",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** As the protocol compares resources: no fragment, no trailing slash. */
    serverUrl: text("server_url").notNull(),
    /** The catalog's name for it when it was signed in to. */
    serverName: text("server_name").notNull(),
    issuer: text().notNull(),
    clientId: text("client_id").notNull(),
    /** https with a host and no user, or blank: then the person signs in again (R139). */
    tokenEndpoint: text("token_endpoint").notNull().default(""),
    /** The server's documents as they were discovered; null if damaged. */
    discovery: jsonColumn("discovery", nullableObject<Discovery>()).notNull().default(sql`'{}'`),
    scope: text(),
    status: text({ enum: ["connected", "reconnect"] }).notNull(),
    accessExpiresAt: integer("access_expires_at"),
    lastRefreshedAt: integer("last_refreshed_at"),
    lastError: text("last_error"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [uniqueIndex("mcp_connections_server").on(table.serverUrl)],
);

/** A sign-in at an MCP server that the person has begun; by the digest of its state. */
export const mcpSignIns = sqliteTable(
  "mcp_sign_ins",
  {
    state: text().primaryKey(),
    serverUrl: text("server_url").notNull(),
    serverName: text("server_name").notNull(),
    issuer: text().notNull(),
    /** Everything the second leg needs, encrypted with a key that is not in this file. */
    sealed: text().notNull(),
    /** A path of the board to go back to. */
    returnTo: text("return_to").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("mcp_sign_ins_expiry").on(table.expiresAt)],
);
