import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { chatConversations } from "./table.ts";

export type ConversationRow = typeof chatConversations.$inferSelect;
export type ConversationStore = ReturnType<typeof conversationStore>;

export function conversationStore({ sql }: Database) {
  const { columns, read } = rowsOf<ConversationRow>(chatConversations);
  const find = sql.prepare<[string, string], unknown>(
    `SELECT ${columns} FROM chat_conversations WHERE channel = ? AND thread = ?`,
  );
  const set = sql.prepare<[ConversationRow]>(
    `INSERT INTO chat_conversations (channel, thread, read_to, latest_at, bot_at, checked_at)
     VALUES (@channel, @thread, @readTo, @latestAt, @botAt, @checkedAt)
     ON CONFLICT (channel, thread) DO UPDATE SET
       read_to = MAX(read_to, @readTo), latest_at = MAX(latest_at, @latestAt),
       bot_at = MAX(ifnull(bot_at, @botAt), ifnull(@botAt, bot_at)), checked_at = @checkedAt`,
  );
  const older = sql.prepare<[{ channel: string; from: number; before: number; limit: number }], unknown>(
    `SELECT ${columns} FROM chat_conversations
     WHERE channel = @channel AND thread <> '' AND latest_at >= @from AND checked_at < @before
     ORDER BY checked_at LIMIT @limit`,
  );
  const prune = sql.prepare<[{ silent: number; unread: number }]>(
    `DELETE FROM chat_conversations
     WHERE checked_at <= @unread OR (thread <> '' AND latest_at <= @silent)`,
  );

  return {
    find(channel: string, thread = ""): ConversationRow | undefined {
      const raw = find.get(channel, thread);
      return raw === undefined ? undefined : read(raw);
    },
    set: (row: ConversationRow): void => void set.run(row),
    /** Known threads with a message since `from` that were last checked before, the longest ago first. */
    olderThreads: (of: { channel: string; from: number; before: number; limit: number }): ConversationRow[] =>
      older.all(of).map(read),
    /** Forgets threads that were silent since then, and what was not read since. */
    prune: (of: { silent: number; unread: number }): void => void prune.run(of),
  };
}
