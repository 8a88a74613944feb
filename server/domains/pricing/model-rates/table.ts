import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What the owner pays for a model, in US dollars per million tokens; takes the place of its list price. */
export const modelRates = sqliteTable("model_rates", {
  /** As the price list spells it: in lower case, without its providers. */
  model: text().primaryKey(),
  input: real().notNull(),
  output: real().notNull(),
  cacheRead: real("cache_read").notNull(),
  cacheWrite: real("cache_write").notNull(),
  cacheWrite1h: real("cache_write_1h").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
