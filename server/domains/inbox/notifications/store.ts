import { and, count, desc, eq, ne } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import { notifications } from "./table.ts";

export type NotificationRow = typeof notifications.$inferSelect;
export type NewNotification = typeof notifications.$inferInsert;

export type NotificationStore = ReturnType<typeof notificationStore>;

interface Filter {
  read?: boolean | undefined;
  sessionId?: number | undefined;
}

/** Lists and counts leave out stale entries. */
export function notificationStore({ db }: Pick<Database, "db">) {
  const shown = ({ read, sessionId }: Filter) =>
    and(
      eq(notifications.stale, false),
      read === undefined ? undefined : eq(notifications.read, read),
      sessionId === undefined ? undefined : eq(notifications.sessionId, sessionId),
    );

  const unread = db
    .select({ count: count() })
    .from(notifications)
    .where(shown({ read: false }))
    .prepare();

  return {
    find: (id: number): NotificationRow | undefined =>
      db.select().from(notifications).where(eq(notifications.id, id)).get(),

    list: (filter: Filter, page: { limit: number; offset: number }): NotificationRow[] =>
      db
        .select()
        .from(notifications)
        .where(shown(filter))
        .orderBy(desc(notifications.id))
        .limit(page.limit)
        .offset(page.offset)
        .all(),
    count: (filter: Filter): number =>
      db.select({ count: count() }).from(notifications).where(shown(filter)).get()?.count ?? 0,
    countUnread: (): number => unread.get()?.count ?? 0,

    /** Its id; undefined if there is an entry for the same cause already. */
    insert: (row: NewNotification): number | undefined =>
      db.insert(notifications).values(row).onConflictDoNothing().returning({ id: notifications.id }).get()
        ?.id,

    /** Returns how many were unread. */
    markRead: (filter: Omit<Filter, "read">, now: number): number =>
      db
        .update(notifications)
        .set({ read: true, updatedAt: now })
        .where(shown({ ...filter, read: false }))
        .run().changes,
    update: (id: number, changes: Partial<NotificationRow>): NotificationRow | undefined =>
      db.update(notifications).set(changes).where(eq(notifications.id, id)).returning().get(),

    /** Marks what the session's state caused as stale, but not pushed messages. Returns how many. */
    retireCauses: (sessionId: number, now: number): number =>
      db
        .update(notifications)
        .set({ stale: true, updatedAt: now })
        .where(and(shown({ sessionId }), ne(notifications.notificationType, "push")))
        .run().changes,
    /** Marks the entry of a question that is no longer open as stale. Returns how many. */
    retireQuestion: (sessionId: number, requestId: string, now: number): number =>
      db
        .update(notifications)
        .set({ stale: true, updatedAt: now })
        .where(
          and(
            shown({ sessionId }),
            eq(notifications.notificationType, "elicitation"),
            eq(notifications.marker, requestId),
          ),
        )
        .run().changes,
    remove: (id: number): void => void db.delete(notifications).where(eq(notifications.id, id)).run(),
    removeOf: (sessionId: number): number =>
      db.delete(notifications).where(eq(notifications.sessionId, sessionId)).run().changes,
    removeRead: (): number =>
      db
        .delete(notifications)
        .where(shown({ read: true }))
        .run().changes,
  };
}
