import type { Sql } from "../../../db/open.ts";

/** Finds the name of a plugin by its id; empty when it is gone. */
export function pluginNames(sql: Sql): (id: number) => string {
  const name = sql.prepare<[number], { name: string }>("SELECT name FROM external_apps WHERE id = ?");
  return (id) => name.get(id)?.name ?? "";
}
