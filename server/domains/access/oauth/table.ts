import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { AdapterPayload } from "oidc-provider";
import { strictJson } from "../../../db/json-codec.ts";
import { jsonColumn } from "../../../db/json-column.ts";

/** Throws for a damaged artifact: with an empty payload, the library would treat it as something else. */
export const artifactPayload = strictJson<AdapterPayload>();

/** One approval of a client by a person, listed in the settings as a connection (E72). Never deleted. */
export const oauthGrants = sqliteTable(
  "oauth_grants",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The authorization server's own id for the grant, carried by its tokens. */
    grantKey: text("grant_key").notNull(),
    clientId: text("client_id").notNull(),
    clientName: text("client_name").notNull(),
    /** Distinguishes two connections of one client, such as the name of a phone. */
    clientLabel: text("client_label"),
    firstParty: integer("first_party", { mode: "boolean" }).notNull().default(false),
    registration: text({ enum: ["published", "self_registered"] }).notNull(),
    publisherHost: text("publisher_host"),
    userEmail: text("user_email").notNull(),
    userName: text("user_name").notNull(),
    privilege: text({ enum: ["act_as_human", "relay_only"] }).notNull(),
    /** The connection through which a person approved it: it ends with that one. */
    madeByGrantId: integer("made_by_grant_id").references((): AnySQLiteColumn => oauthGrants.id),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
    scopeChangedAt: integer("scope_changed_at"),
    scopeChangeReason: text("scope_change_reason"),
    revokedAt: integer("revoked_at"),
    revocationReason: text("revocation_reason"),
  },
  (table) => [
    uniqueIndex("oauth_grants_key").on(table.grantKey),
    index("oauth_grants_live").on(table.lastUsedAt).where(sql`revoked_at IS NULL`),
    index("oauth_grants_maker").on(table.madeByGrantId).where(sql`made_by_grant_id IS NOT NULL`),
  ],
);

/** What the authorization server stores: clients, codes, tokens, interactions. Tokens are stored as digests only. */
export const oauthArtifacts = sqliteTable(
  "oauth_artifacts",
  {
    model: text().notNull(),
    /** The id, or its SHA-256 if the id is a secret. */
    key: text().notNull(),
    /** As the library made it, without any secret. */
    payload: jsonColumn("payload", artifactPayload).notNull(),
    grantKey: text("grant_key"),
    uid: text(),
    expiresAt: integer("expires_at"),
    consumedAt: integer("consumed_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.key] }),
    index("oauth_artifacts_grant").on(table.grantKey),
    index("oauth_artifacts_uid").on(table.uid),
    index("oauth_artifacts_expiry").on(table.expiresAt),
  ],
);
