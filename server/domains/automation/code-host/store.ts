import type { Database } from "../../../db/open.ts";
import type { ItemTarget } from "./items.ts";

export type CursorStore = ReturnType<typeof cursorStore>;

export function cursorStore({ sql }: Database) {
  const find = sql.prepare<[string, string], [string, number]>(
    `SELECT repository, read_to FROM code_host_cursors
     WHERE target = ? AND repository IN (SELECT value FROM json_each(?))`,
  );
  find.raw();
  const set = sql.prepare<[{ target: string; repository: string; readTo: number }]>(
    `INSERT INTO code_host_cursors (target, repository, read_to) VALUES (@target, @repository, @readTo)
     ON CONFLICT (target, repository) DO UPDATE SET read_to = MAX(read_to, @readTo)`,
  );

  return {
    /** Of these repositories, by name; those that were not read yet are missing. */
    readTo: (target: ItemTarget, repositories: Iterable<string>): ReadonlyMap<string, number> =>
      new Map(find.all(target, JSON.stringify([...repositories]))),
    set: (target: ItemTarget, repository: string, readTo: number): void =>
      void set.run({ target, repository, readTo }),
  };
}
