import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** What hosts delivered, each id once. The rows stay for a week, so that a repeated delivery is recognized. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    host: text({ enum: ["chat", "code_host"] }).notNull(),
    /** The host's own id. */
    deliveryId: text("delivery_id").notNull(),
    event: text().notNull(),
    /** JSON as it was sent; null once it was acted on. */
    body: text(),
    receivedAt: integer("received_at").notNull(),
  },
  (table) => [
    uniqueIndex("webhook_deliveries_id").on(table.host, table.deliveryId),
    index("webhook_deliveries_age").on(table.receivedAt),
  ],
);
