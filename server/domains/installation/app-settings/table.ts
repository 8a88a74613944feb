import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What the owner chose in the settings; a choice never made has no row. No secrets. */
export const appSettings = sqliteTable("app_settings", {
  key: text().primaryKey(),
  /** JSON. */
  value: text().notNull(),
  updatedAt: integer("updated_at").notNull(),
});
