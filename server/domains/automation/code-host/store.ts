import type { Database } from "../../../db/open.ts";
import type { ItemTarget } from "./items.ts";

export type CursorStore = ReturnType<typeof cursorStore>;

export function cursorStore({ sql }: Database) {
  const find = sql.prepare<[string, string], number>(
    "SELECT read_to FROM code_host_cursors WHERE target = ? AND repository = ?",
  );
  find.pluck();
  const set = sql.prepare<[{ target: string; repository: string; readTo: number }]>(
    `INSERT INTO code_host_cursors (target, repository, read_to) VALUES (@target, @repository, @readTo)
     ON CONFLICT (target, repository) DO UPDATE SET read_to = MAX(read_to, @readTo)`,
  );

  return {
    /** Null for a repository that was not read yet. */
    readTo: (target: ItemTarget, repository: string): number | null => find.get(target, repository) ?? null,
    set: (target: ItemTarget, repository: string, readTo: number): void =>
      void set.run({ target, repository, readTo }),
  };
}
