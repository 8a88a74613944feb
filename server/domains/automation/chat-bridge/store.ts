import type { Database } from "../../../db/open.ts";

export type BridgeCursorStore = ReturnType<typeof bridgeCursorStore>;

export function bridgeCursorStore({ sql }: Database) {
  const find = sql.prepare<[string], number>("SELECT read_to FROM bridge_cursors WHERE chat = ?");
  find.pluck();
  const set = sql.prepare<[{ chat: string; readTo: number }]>(
    `INSERT INTO bridge_cursors (chat, read_to) VALUES (@chat, @readTo)
     ON CONFLICT (chat) DO UPDATE SET read_to = MAX(read_to, @readTo)`,
  );

  return {
    /** Null for a chat that was not read yet. */
    readTo: (chat: string): number | null => find.get(chat) ?? null,
    set: (chat: string, readTo: number): void => void set.run({ chat, readTo }),
  };
}
