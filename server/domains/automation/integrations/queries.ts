import type { Sql } from "../../../db/open.ts";

/** Finds the name of an integration by its id; returns an empty string if it was deleted. */
export function integrationNames(sql: Sql): (id: number) => string {
  const name = sql.prepare<[number], { name: string }>("SELECT name FROM external_apps WHERE id = ?");
  return (id) => name.get(id)?.name ?? "";
}
