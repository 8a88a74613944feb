import type { Sql } from "../../../db/open.ts";
import { signedInDevices } from "../devices/queries.ts";
import { grantLifetimes } from "../oauth/queries.ts";

interface Lifetime {
  createdAt: number;
  revokedAt: number | null;
  expiresAt: number | null;
  hasDevice: 0 | 1;
}

/**
 * Finds when a connection ended: when it was revoked, or when its last token expired, unless a device is signed in through
 * it. Returns null while it is valid.
 */
export function connectionEnds(sql: Sql): (id: number, now: number) => number | null {
  const lifetime = sql.prepare<[number], Lifetime>(
    `SELECT created_at AS createdAt, revoked_at AS revokedAt, expires_at AS expiresAt,
       EXISTS (SELECT 1 FROM ${signedInDevices} device WHERE device.grant_id = connection.id) AS hasDevice
     FROM ${grantLifetimes} connection WHERE id = ?`,
  );
  return (id, now) => {
    const found = lifetime.get(id);
    if (!found) return 0;
    if (found.revokedAt !== null || found.hasDevice === 1) return found.revokedAt;
    const endsAt = found.expiresAt ?? found.createdAt;
    return endsAt <= now ? endsAt : null;
  };
}
