import { and, desc, eq, isNull } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { grantRevocations } from "../../access/oauth/queries.ts";
import { apnsDevices, webPushSubscriptions } from "./table.ts";

type DeviceRow = typeof apnsDevices.$inferSelect;
export type SubscriptionRow = typeof webPushSubscriptions.$inferSelect;

/** A device, with the time its connection was revoked. */
export type KnownDevice = DeviceRow & { grantRevokedAt: number | null };

/** Whose devices a caller can remove; `all` is for the owner at the board. */
export type Scope = "all" | { grantId: number | null };

export type PushStore = ReturnType<typeof pushStore>;

export function pushStore({ sql, db }: Pick<Database, "sql" | "db">) {
  const { columns } = rowsOf<DeviceRow>(apnsDevices);
  const known = (where: string): string =>
    `SELECT device.*, connection.revoked_at AS grantRevokedAt
     FROM (SELECT ${columns} FROM apns_devices) device
     LEFT JOIN ${grantRevocations} connection ON connection.id = device.grantId
     ${where} ORDER BY device.updatedAt DESC, device.id DESC`;
  const devices = sql.prepare<[], KnownDevice>(known(""));
  const device = sql.prepare<[number], KnownDevice>(known("WHERE device.id = ?"));

  return {
    devices: (): KnownDevice[] => devices.all(),
    device: (id: number): KnownDevice | undefined => device.get(id),
    /** One row per token; it belongs to the caller that registered it last. */
    putDevice({ createdAt, token, ...known }: typeof apnsDevices.$inferInsert): number {
      return db
        .insert(apnsDevices)
        .values({ createdAt, token, ...known })
        .onConflictDoUpdate({ target: apnsDevices.token, set: known })
        .returning({ id: apnsDevices.id })
        .get().id;
    },
    removeDevice: (id: number): void => void db.delete(apnsDevices).where(eq(apnsDevices.id, id)).run(),
    removeToken(token: string, scope: Scope): void {
      const own =
        scope === "all"
          ? undefined
          : scope.grantId === null
            ? isNull(apnsDevices.grantId)
            : eq(apnsDevices.grantId, scope.grantId);
      db.delete(apnsDevices)
        .where(and(eq(apnsDevices.token, token), own))
        .run();
    },

    subscriptions: (): SubscriptionRow[] =>
      db.select().from(webPushSubscriptions).orderBy(desc(webPushSubscriptions.id)).all(),
    putSubscription({ createdAt, endpoint, ...known }: typeof webPushSubscriptions.$inferInsert) {
      return db
        .insert(webPushSubscriptions)
        .values({ createdAt, endpoint, ...known })
        .onConflictDoUpdate({ target: webPushSubscriptions.endpoint, set: known })
        .returning()
        .get();
    },
    stampSubscription: (id: number, now: number): void =>
      void db
        .update(webPushSubscriptions)
        .set({ lastDeliveredAt: now })
        .where(eq(webPushSubscriptions.id, id))
        .run(),
    removeSubscription: (id: number): void =>
      void db.delete(webPushSubscriptions).where(eq(webPushSubscriptions.id, id)).run(),
  };
}
