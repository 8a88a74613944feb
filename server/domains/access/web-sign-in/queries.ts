import type { Sql } from "../../../db/open.ts";
import { hasTable } from "../../../db/untyped-rows.ts";

/** The ids of all sign-ins of a database of any version. */
export const signInIds = (sql: Sql): ReadonlySet<unknown> =>
  new Set(
    hasTable(sql, "web_sign_ins")
      ? sql.prepare<[], unknown>("SELECT id FROM web_sign_ins").pluck().all()
      : [],
  );
