import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** What hosts delivered, each id and each body once. The rows stay, so that a repeated delivery is recognized. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    host: text({ enum: ["chat", "code_host"] }).notNull(),
    /** The host's own id. */
    deliveryId: text("delivery_id").notNull(),
    event: text().notNull(),
    /** SHA-256 of the body; null for one that was taken before these were stored. */
    bodyHash: text("body_hash"),
    /** JSON as it was sent; null once it was acted on. */
    body: text(),
    receivedAt: integer("received_at").notNull(),
  },
  (table) => [
    uniqueIndex("webhook_deliveries_id").on(table.host, table.deliveryId),
    uniqueIndex("webhook_deliveries_body").on(table.host, table.bodyHash),
    index("webhook_deliveries_age").on(table.receivedAt),
  ],
);
