import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { oauthGrants } from "../oauth/table.ts";

/** A code that lets one device in, shown as a QR code for a few minutes. Only its digest is stored. */
export const devicePairings = sqliteTable(
  "device_pairings",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    digest: text().notNull(),
    privilege: text({ enum: ["act_as_human", "relay_only"] }).notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
  },
  (table) => [uniqueIndex("device_pairings_digest").on(table.digest)],
);

/** A browser on another device, signed in to the board through a grant. Of its cookie only the digest is stored. */
export const pairedDevices = sqliteTable(
  "paired_devices",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    grantId: integer("grant_id")
      .notNull()
      .references(() => oauthGrants.id),
    name: text().notNull(),
    digest: text().notNull(),
    browser: text(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at").notNull(),
    revokedAt: integer("revoked_at"),
    /** The public half of the device's page key; null until it is bound, and for devices of versions that had none. */
    publicKey: text("public_key"),
    /** Where the key is valid: host and port. */
    keyPlace: text("key_place"),
  },
  (table) => [
    uniqueIndex("paired_devices_digest").on(table.digest),
    index("paired_devices_grant").on(table.grantId),
  ],
);
