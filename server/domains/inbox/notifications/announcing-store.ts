import { and, asc, count, eq, gte, lt, lte } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import type { NotificationRow } from "./store.ts";
import { notifications } from "./table.ts";

/** What announcing needs to know about the inbox. Reads only. */
export function announcingStore({ db }: Pick<Database, "db">) {
  return {
    find: (id: number): NotificationRow | undefined =>
      db.select().from(notifications).where(eq(notifications.id, id)).get(),

    /** How many entries were added since `from`, up to and including this one. */
    countUpTo: ({ id }: NotificationRow, from: number): number =>
      db
        .select({ count: count() })
        .from(notifications)
        .where(
          and(eq(notifications.stale, false), gte(notifications.createdAt, from), lte(notifications.id, id)),
        )
        .get()?.count ?? 0,

    /** Whether an earlier entry since `from` has the same message for the same session. */
    isRepeated: ({ id, sessionId, notificationType, message }: NotificationRow, from: number): boolean =>
      db
        .select({ id: notifications.id })
        .from(notifications)
        .where(
          and(
            eq(notifications.sessionId, sessionId),
            eq(notifications.notificationType, notificationType),
            eq(notifications.message, message),
            gte(notifications.createdAt, from),
            lt(notifications.id, id),
          ),
        )
        .get() !== undefined,

    /** Oldest first. */
    unreadFrom: (id: number): NotificationRow[] =>
      db
        .select()
        .from(notifications)
        .where(and(eq(notifications.stale, false), eq(notifications.read, false), gte(notifications.id, id)))
        .orderBy(asc(notifications.id))
        .all(),
  };
}
