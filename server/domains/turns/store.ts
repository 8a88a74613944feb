import { and, desc, eq, ne } from "drizzle-orm";
import type { Database } from "../../db/open.ts";
import { turns } from "./table.ts";

export type TurnRow = typeof turns.$inferSelect;
export type TurnKind = TurnRow["kind"];
export type TurnStore = ReturnType<typeof turnStore>;

export function turnStore({ db }: Database) {
  return {
    find: (id: number): TurnRow | undefined => db.select().from(turns).where(eq(turns.id, id)).get(),
    /** The turn that is queued or under way; a session has at most one. */
    open: (sessionId: number): TurnRow | undefined =>
      db
        .select()
        .from(turns)
        .where(and(eq(turns.sessionId, sessionId), ne(turns.state, "ended")))
        .get(),
    allOpen: (): TurnRow[] => db.select().from(turns).where(ne(turns.state, "ended")).all(),
    last: (sessionId: number): TurnRow | undefined =>
      db.select().from(turns).where(eq(turns.sessionId, sessionId)).orderBy(desc(turns.id)).limit(1).get(),
    insert: (row: typeof turns.$inferInsert): TurnRow => db.insert(turns).values(row).returning().get(),
    update: (id: number, change: Partial<TurnRow>): void =>
      void db.update(turns).set(change).where(eq(turns.id, id)).run(),
  };
}
