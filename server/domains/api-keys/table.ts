import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Digests only (R119). A row is never deleted: a revoked or retired key is still refused by name. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    source: text({ enum: ["env", "minted"] }).notNull(),
    grant: text({ enum: ["api", "quick_router", "external_app"] }).notNull(),
    /** SHA-256 of the key, hex. */
    digest: text().notNull(),
    externalAppId: integer("external_app_id"),
    agentSessionsUseIt: integer("agent_sessions_use_it", { mode: "boolean" }).notNull().default(false),
    lastUsedAt: integer("last_used_at"),
    createdAt: integer("created_at").notNull(),
    revokedAt: integer("revoked_at"),
  },
  (table) => [uniqueIndex("api_keys_digest").on(table.digest), index("api_keys_name").on(table.name)],
);
