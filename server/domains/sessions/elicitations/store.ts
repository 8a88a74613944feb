import { and, asc, desc, eq, ne } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import { elicitations } from "./table.ts";

export type ElicitationRow = typeof elicitations.$inferSelect;
export type ElicitationStore = ReturnType<typeof elicitationStore>;

export function elicitationStore({ db, sql }: Database) {
  const pending = (id: number) => and(eq(elicitations.id, id), eq(elicitations.status, "pending"));
  /** Runs at every transition of every session. */
  const anyOpen = sql.prepare<[number], { 1: 1 }>(
    "SELECT 1 FROM elicitations WHERE session_id = ? AND status = 'pending' LIMIT 1",
  );

  return {
    byId: (id: number): ElicitationRow | undefined =>
      db.select().from(elicitations).where(eq(elicitations.id, id)).get(),
    byRequest: (requestId: string): ElicitationRow | undefined =>
      db.select().from(elicitations).where(eq(elicitations.requestId, requestId)).get(),
    hasOpen: (sessionId: number): boolean => anyOpen.get(sessionId) !== undefined,
    /** Oldest first. */
    open: (sessionId: number): ElicitationRow[] =>
      db
        .select()
        .from(elicitations)
        .where(and(eq(elicitations.sessionId, sessionId), eq(elicitations.status, "pending")))
        .orderBy(asc(elicitations.id))
        .all(),
    /** The newest of those that are no longer open, oldest first. */
    closed: (sessionId: number, limit: number): ElicitationRow[] =>
      db
        .select()
        .from(elicitations)
        .where(and(eq(elicitations.sessionId, sessionId), ne(elicitations.status, "pending")))
        .orderBy(desc(elicitations.id))
        .limit(limit)
        .all()
        .toReversed(),
    insert: (row: typeof elicitations.$inferInsert): ElicitationRow =>
      db.insert(elicitations).values(row).returning().get(),
    /** Returns undefined if it is already resolved: the first answer counts. */
    resolve: (id: number, change: Partial<ElicitationRow>): ElicitationRow | undefined =>
      db.update(elicitations).set(change).where(pending(id)).returning().get(),
  };
}
