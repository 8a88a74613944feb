import type { Sql } from "../../../db/open.ts";

/** The ids of all keys. */
export const keyIds = (sql: Sql): ReadonlySet<unknown> =>
  new Set(sql.prepare<[], unknown>("SELECT id FROM api_keys").pluck().all());
