import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How far the top level of a channel, or one of its threads, was read. Times are those of the chat platform. */
export const chatConversations = sqliteTable(
  "chat_conversations",
  {
    channel: text().notNull(),
    /** The first message of the thread; empty for the top level of the channel. */
    thread: text().notNull(),
    /** The platform's time of the last message that was read, as it writes it. */
    readTo: text("read_to").notNull(),
    latestAt: integer("latest_at").notNull(),
    /** When the bot last wrote here; null if it was not seen to. */
    botAt: integer("bot_at"),
    /** By the clock of this machine. */
    checkedAt: integer("checked_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.channel, table.thread] }),
    index("chat_conversations_checked").on(table.checkedAt),
  ],
);
