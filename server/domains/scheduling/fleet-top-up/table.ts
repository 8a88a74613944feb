import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The one row of what the fleet top-up remembers. Times are epoch ms. */
export const fleetTopUpState = sqliteTable("fleet_top_up_state", {
  id: integer().primaryKey(),
  /** Since when fewer sessions work than wanted; null while there are enough. */
  underCeilingSince: integer("under_ceiling_since"),
  lastFiredAt: integer("last_fired_at"),
  /** It has fired, and nothing has started to work since. */
  latched: integer({ mode: "boolean" }).notNull().default(false),
  /** The last fire found nothing in the backlog. */
  foundNothing: integer("found_nothing", { mode: "boolean" }).notNull().default(false),
});

/** Whether the accounts of a runtime could take work when that was last looked at. */
export const quotaLevels = sqliteTable("quota_levels", {
  runtime: text().primaryKey(),
  available: integer({ mode: "boolean" }).notNull(),
  changedAt: integer("changed_at").notNull(),
});
