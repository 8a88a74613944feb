import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { jsonOf } from "../../../db/json-codec.ts";
import { jsonColumn } from "../../../db/json-column.ts";
import { liveChanges } from "./model.ts";

/** Who changed the settings of live conversations, and how. Rows are never changed. */
export const liveSettingChanges = sqliteTable("live_setting_changes", {
  id: integer().primaryKey({ autoIncrement: true }),
  actorKind: text("actor_kind", { enum: ["human", "agent"] }).notNull(),
  actor: text().notNull(),
  liveConversationId: integer("live_conversation_id"),
  /** Before and after, by setting. */
  changes: jsonColumn("changes", jsonOf(liveChanges)).notNull(),
  createdAt: integer("created_at").notNull(),
});
