import type { Sql } from "../../../db/open.ts";
import type { SessionCategory } from "../sessions/model.ts";

/** The frozen categories, as a subquery for `IN`. */
export const frozenCategories = "(SELECT id FROM categories WHERE is_frozen = 1)";

/** Finds the category of a session, on any connection. */
export function categoryById(sql: Sql): (id: number) => SessionCategory | null {
  const one = sql.prepare<[number], { name: string; position: number; isFrozen: number }>(
    "SELECT name, position, is_frozen AS isFrozen FROM categories WHERE id = ?",
  );
  return (id) => {
    const row = one.get(id);
    return row ? { id, name: row.name, position: row.position, is_frozen: row.isFrozen === 1 } : null;
  };
}
