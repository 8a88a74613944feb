import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The owner's settings; one that was never changed has no row. No secrets. */
export const appSettings = sqliteTable("app_settings", {
  key: text().primaryKey(),
  /** JSON. */
  value: text().notNull(),
  updatedAt: integer("updated_at").notNull(),
});
