import { and, asc, count, desc, eq, sql as expression, inArray, max, ne } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import { enqueuedMessages } from "./table.ts";

export type { StoredAttachment } from "./table.ts";
export type MessageRow = typeof enqueuedMessages.$inferSelect;
export type MessageStatus = MessageRow["status"];
export type MessageStore = ReturnType<typeof messageStore>;

export function messageStore({ db }: Database) {
  const ofSession = (sessionId: number, statuses: readonly MessageStatus[]) =>
    and(eq(enqueuedMessages.sessionId, sessionId), inArray(enqueuedMessages.status, [...statuses]));
  const order = [asc(enqueuedMessages.position), asc(enqueuedMessages.id)];

  return {
    find: (sessionId: number, id: number): MessageRow | undefined =>
      db
        .select()
        .from(enqueuedMessages)
        .where(and(eq(enqueuedMessages.id, id), eq(enqueuedMessages.sessionId, sessionId)))
        .get(),
    insert: (row: typeof enqueuedMessages.$inferInsert): MessageRow =>
      db.insert(enqueuedMessages).values(row).returning().get(),
    update: (id: number, change: Partial<MessageRow>): MessageRow | undefined =>
      db.update(enqueuedMessages).set(change).where(eq(enqueuedMessages.id, id)).returning().get(),
    remove: (id: number): void => void db.delete(enqueuedMessages).where(eq(enqueuedMessages.id, id)).run(),
    all: (sessionId: number, statuses: readonly MessageStatus[]): MessageRow[] =>
      db
        .select()
        .from(enqueuedMessages)
        .where(ofSession(sessionId, statuses))
        .orderBy(...order)
        .all(),
    list: (
      sessionId: number,
      statuses: readonly MessageStatus[],
      page: { limit: number; offset: number },
    ): MessageRow[] =>
      db
        .select()
        .from(enqueuedMessages)
        .where(ofSession(sessionId, statuses))
        .orderBy(...order)
        .limit(page.limit)
        .offset(page.offset)
        .all(),
    ...attachmentReads(db),
    count: (sessionId: number, statuses: readonly MessageStatus[]): number =>
      db.select({ n: count() }).from(enqueuedMessages).where(ofSession(sessionId, statuses)).get()?.n ?? 0,
    sessionsWithPending: (): number[] =>
      db
        .selectDistinct({ id: enqueuedMessages.sessionId })
        .from(enqueuedMessages)
        .where(eq(enqueuedMessages.status, "pending"))
        .all()
        .map(({ id }) => id),
    lastPosition: (sessionId: number): number =>
      db
        .select({ last: max(enqueuedMessages.position) })
        .from(enqueuedMessages)
        .where(ofSession(sessionId, ["pending"]))
        .get()?.last ?? 0,

    /** Gives pending messages the positions 1, 2, ... in the order of `ids`; two steps, as positions are unique. */
    renumber(sessionId: number, ids: readonly number[]): void {
      db.update(enqueuedMessages)
        .set({ position: expression`-${enqueuedMessages.position} - 1` })
        .where(ofSession(sessionId, ["pending"]))
        .run();
      for (const [index, id] of ids.entries()) {
        db.update(enqueuedMessages)
          .set({ position: index + 1 })
          .where(eq(enqueuedMessages.id, id))
          .run();
      }
    },
    setStatus: (
      sessionId: number,
      change: { from: readonly MessageStatus[]; to: MessageStatus; now: number },
    ): MessageRow[] =>
      db
        .update(enqueuedMessages)
        .set({
          status: change.to,
          updatedAt: change.now,
          ...(change.to === "sent" && { sentAt: change.now }),
        })
        .where(ofSession(sessionId, change.from))
        .returning()
        .all(),
  };
}

/** Reads messages with attachments. */
const attachmentReads = (db: Database["db"]) => ({
  /** Newest first. */
  withAttachments: (sessionId: number, limit: number): MessageRow[] =>
    db
      .select()
      .from(enqueuedMessages)
      .where(and(eq(enqueuedMessages.sessionId, sessionId), ne(enqueuedMessages.attachments, [])))
      .orderBy(desc(enqueuedMessages.id))
      .limit(limit)
      .all(),
});
