import type { Sql } from "../../../db/open.ts";
import { hasTable } from "../../../db/untyped-rows.ts";

/** When connections were revoked, as a table to join. */
export const grantRevocations = "(SELECT id, revoked_at FROM oauth_grants)";

/** The ids of all connections of a database of any version. */
export const grantIds = (sql: Sql): ReadonlySet<unknown> =>
  new Set(
    hasTable(sql, "oauth_grants")
      ? sql.prepare<[], unknown>("SELECT id FROM oauth_grants").pluck().all()
      : [],
  );
