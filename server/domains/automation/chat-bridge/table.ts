import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How far the chats of the bridge were read, in the bridge's times. */
export const bridgeCursors = sqliteTable("bridge_cursors", {
  chat: text().primaryKey(),
  readTo: integer("read_to").notNull(),
});
