import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** The groups that people and agents sort sessions into. Times are epoch ms. */
export const categories = sqliteTable(
  "categories",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    /** The name without its case, which no two have in common. */
    nameKey: text("name_key").notNull(),
    description: text(),
    position: integer().notNull(),
    isFrozen: integer("is_frozen", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [uniqueIndex("categories_name").on(table.nameKey)],
);
