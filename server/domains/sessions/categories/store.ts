import { foldCase } from "../../../db/fold-case.ts";
import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { writesOf } from "../../../db/writes.ts";
import { joinableSessions } from "../sessions/queries.ts";
import { categories } from "./table.ts";

export type CategoryRow = typeof categories.$inferSelect;
type NewCategoryRow = typeof categories.$inferInsert;
type CategoryChanges = Partial<Pick<CategoryRow, "name" | "description" | "isFrozen" | "updatedAt">>;

export type CategoryStore = ReturnType<typeof categoryStore>;

const keyOf = (name: string): string => foldCase(name.normalize("NFKC"));

export function categoryStore({ sql }: Database) {
  const { columns, read } = rowsOf<CategoryRow>(categories);
  const writes = writesOf<CategoryRow, NewCategoryRow>(sql, categories);
  const byId = sql.prepare<[number], unknown>(`SELECT ${columns} FROM categories WHERE id = ?`);
  const byKey = sql.prepare<[string], unknown>(`SELECT ${columns} FROM categories WHERE name_key = ?`);
  const all = sql.prepare<[], unknown>(`SELECT ${columns} FROM categories ORDER BY position, id`);
  const counts = sql.prepare<[], { id: number; count: number }>(
    `SELECT category_id AS id, COUNT(*) AS count FROM ${joinableSessions}
     WHERE category_id IS NOT NULL GROUP BY category_id`,
  );
  const place = sql.prepare<[number, number]>("UPDATE categories SET position = ? WHERE id = ?");
  const remove = sql.prepare<[number]>("DELETE FROM categories WHERE id = ?");
  const one = (raw: unknown): CategoryRow | undefined => (raw === undefined ? undefined : read(raw));

  return {
    byId: (id: number) => one(byId.get(id)),
    /** Whatever its case. */
    byName: (name: string) => one(byKey.get(keyOf(name))),
    /** In their order. */
    all: (): CategoryRow[] => all.all().map(read),
    /** How many sessions each has; those without sessions are left out. */
    sessionCounts: (): ReadonlyMap<number, number> =>
      new Map(counts.all().map(({ id, count }) => [id, count])),
    insert: (row: Omit<NewCategoryRow, "nameKey">): CategoryRow =>
      writes.insert({ ...row, nameKey: keyOf(row.name) }),
    change(id: number, changes: CategoryChanges): CategoryRow | undefined {
      const { name } = changes;
      const named = name === undefined ? changes : { ...changes, nameKey: keyOf(name) };
      return writes.update(named, { where: "id = @which", values: { which: id } });
    },
    place: (id: number, position: number): void => void place.run(position, id),
    remove: (id: number): void => void remove.run(id),
  };
}
