import type { Sql } from "../../../db/open.ts";
import type { StoredTrust } from "./model.ts";

/** Every decision of a person, by address, on any connection. */
export function storedTrust(sql: Sql): ReadonlyMap<string, StoredTrust> {
  const rows = sql
    .prepare<[], StoredTrust & { address: string }>(
      `SELECT address, trusted_at AS trustedAt, trusted_by AS trustedBy, revoked_at AS revokedAt,
         revoked_by AS revokedBy FROM repository_trust`,
    )
    .all();
  return new Map(rows.map(({ address, ...row }) => [address, row]));
}
