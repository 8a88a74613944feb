import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { externalApps } from "../../automation/integrations/table.ts";
import { oauthGrants } from "../oauth/table.ts";

/** Stores digests only (R119). Rows are kept, so that a revoked or retired key is still refused by name. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    source: text({ enum: ["env", "minted"] }).notNull(),
    grant: text({ enum: ["api", "quick_router", "external_app"] }).notNull(),
    /** SHA-256 of the key, hex. */
    digest: text().notNull(),
    /** The integration it belongs to; set exactly for keys with the external_app grant. */
    externalAppId: integer("external_app_id").references(() => externalApps.id, { onDelete: "cascade" }),
    /** Who created it, or made it valid again; null for keys of the environment and of earlier versions. */
    madeBy: text("made_by"),
    /** The connection it was made through, and the key it was made with: it is valid for as long as they are. */
    madeByGrantId: integer("made_by_grant_id").references(() => oauthGrants.id),
    madeByKeyId: integer("made_by_key_id").references((): AnySQLiteColumn => apiKeys.id),
    agentSessionsUseIt: integer("agent_sessions_use_it", { mode: "boolean" }).notNull().default(false),
    lastUsedAt: integer("last_used_at"),
    createdAt: integer("created_at").notNull(),
    revokedAt: integer("revoked_at"),
  },
  (table) => [
    uniqueIndex("api_keys_digest").on(table.digest),
    uniqueIndex("api_keys_name").on(table.name),
    index("api_keys_external_app").on(table.externalAppId),
    check("api_keys_owner", sql`("grant" = 'external_app') = (external_app_id IS NOT NULL)`),
  ],
);
