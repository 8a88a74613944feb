import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { triggers } from "../triggers/table.ts";

/** A plugin: an outside application that may fire the triggers on its list and nothing else. */
export const externalApps = sqliteTable(
  "external_apps",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Stamped on each session it starts. */
    name: text().notNull(),
    description: text(),
    enabled: integer({ mode: "boolean" }).notNull().default(true),
    lastInvokedAt: integer("last_invoked_at"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [uniqueIndex("external_apps_name").on(table.name)],
);

export const externalAppTriggers = sqliteTable(
  "external_app_triggers",
  {
    externalAppId: integer("external_app_id")
      .notNull()
      .references(() => externalApps.id, { onDelete: "cascade" }),
    triggerId: integer("trigger_id")
      .notNull()
      .references(() => triggers.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.externalAppId, table.triggerId] }),
    index("external_app_triggers_trigger").on(table.triggerId),
  ],
);
