import { and, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import type { BoundKey } from "../page-keys/index.ts";
import { devicePairings, pairedDevices } from "./table.ts";

export type PairingRow = typeof devicePairings.$inferSelect;
export type DeviceRow = typeof pairedDevices.$inferSelect;

export function deviceStore({ db }: Pick<Database, "db">) {
  const isActive = isNull(pairedDevices.revokedAt);
  // Runs with every request of a device.
  const byDigest = db
    .select()
    .from(pairedDevices)
    .where(and(eq(pairedDevices.digest, sql.placeholder("digest")), isActive))
    .prepare();

  return {
    ...pairings({ db }),
    byDigest: (digest: string): DeviceRow | undefined => byDigest.get({ digest }),
    byId: (id: number): DeviceRow | undefined =>
      db
        .select()
        .from(pairedDevices)
        .where(and(eq(pairedDevices.id, id), isActive))
        .get(),
    all: (): DeviceRow[] =>
      db
        .select()
        .from(pairedDevices)
        .where(isActive)
        .orderBy(desc(pairedDevices.lastUsedAt), desc(pairedDevices.id))
        .all(),
    insert: (row: typeof pairedDevices.$inferInsert): DeviceRow =>
      db.insert(pairedDevices).values(row).returning().get(),
    bindKey: (id: number, key: BoundKey): void =>
      void db
        .update(pairedDevices)
        .set(key)
        .where(and(eq(pairedDevices.id, id), isActive))
        .run(),
    rename: (id: number, name: string): void =>
      void db.update(pairedDevices).set({ name }).where(eq(pairedDevices.id, id)).run(),
    noteUse: (id: number, now: number): void =>
      void db.update(pairedDevices).set({ lastUsedAt: now }).where(eq(pairedDevices.id, id)).run(),
    /** Signs out the devices of a connection. */
    revokeOfGrant: (grantId: number, now: number): void =>
      void db
        .update(pairedDevices)
        .set({ revokedAt: now })
        .where(and(eq(pairedDevices.grantId, grantId), isActive))
        .run(),
  };
}

const pairings = ({ db }: Pick<Database, "db">) => ({
  pairing: (id: number): PairingRow | undefined =>
    db.select().from(devicePairings).where(eq(devicePairings.id, id)).get(),
  insertPairing: (row: typeof devicePairings.$inferInsert): PairingRow =>
    db.insert(devicePairings).values(row).returning().get(),
  /** Returns undefined if the code is used, expired or unknown. Of two simultaneous claims, one wins. */
  claimPairing: (digest: string, now: number): PairingRow | undefined =>
    db
      .update(devicePairings)
      .set({ usedAt: now })
      .where(and(eq(devicePairings.digest, digest), isOpen(now)))
      .returning()
      .get(),
  /** Expires a pairing that has not been used. */
  expirePairing: (id: number, now: number): void =>
    void db
      .update(devicePairings)
      .set({ expiresAt: now })
      .where(and(eq(devicePairings.id, id), isOpen(now)))
      .run(),
  sweepPairings: (before: number): void =>
    void db.delete(devicePairings).where(lt(devicePairings.expiresAt, before)).run(),
});

const isOpen = (now: number) => and(isNull(devicePairings.usedAt), gt(devicePairings.expiresAt, now));
