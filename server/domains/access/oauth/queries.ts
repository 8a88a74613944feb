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

/** When connections were made and revoked, and when the last token of each expires, as a table to join. */
export const grantLifetimes = `(SELECT id, created_at, revoked_at,
  (SELECT MAX(expires_at) FROM oauth_artifacts
   WHERE grant_key = oauth_grants.grant_key AND model IN ('AccessToken', 'RefreshToken')) AS expires_at
  FROM oauth_grants)`;
