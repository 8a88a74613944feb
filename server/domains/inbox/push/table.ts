import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { apiKeys } from "../../access/api-keys/table.ts";
import { oauthGrants } from "../../access/oauth/table.ts";
import { webSignIns } from "../../access/web-sign-in/table.ts";

/** A phone that gets notifications through Apple's push service (E88). */
export const apnsDevices = sqliteTable(
  "apns_devices",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Hexadecimal, as Apple issued it to the phone. */
    token: text().notNull(),
    environment: text({ enum: ["sandbox", "production"] }).notNull(),
    deviceName: text("device_name"),
    appVersion: text("app_version"),
    /** null = registered with an API key. */
    grantId: integer("grant_id").references(() => oauthGrants.id),
    /** The key it was registered with; null if a connection registered it, or an earlier version did. */
    apiKeyId: integer("api_key_id").references(() => apiKeys.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("apns_devices_token").on(table.token),
    index("apns_devices_grant").on(table.grantId),
  ],
);

/** A browser that gets notifications while the board is closed. */
export const webPushSubscriptions = sqliteTable(
  "web_push_subscriptions",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    endpoint: text().notNull(),
    /** The browser's public key and shared secret for encryption (RFC 8291); base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    browser: text(),
    /** The connection or sign-in under which it subscribed; both null if the board needs no sign-in. */
    grantId: integer("grant_id").references(() => oauthGrants.id, { onDelete: "cascade" }),
    signInId: integer("sign_in_id").references(() => webSignIns.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
    lastDeliveredAt: integer("last_delivered_at"),
  },
  (table) => [
    uniqueIndex("web_push_endpoint").on(table.endpoint),
    index("web_push_grant").on(table.grantId),
    index("web_push_sign_in").on(table.signInId),
  ],
);
