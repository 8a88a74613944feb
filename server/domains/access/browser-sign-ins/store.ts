import { and, desc, eq, gt, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import type { BoundKey } from "../page-keys/index.ts";
import { browserSignIns } from "./table.ts";

export type BrowserRow = typeof browserSignIns.$inferSelect;

export function browserStore({ db }: Pick<Database, "db">) {
  const isLive = isNull(browserSignIns.endedAt);
  // Runs with every request of the board.
  const byCookie = db
    .select()
    .from(browserSignIns)
    .where(and(eq(browserSignIns.cookieDigest, sql.placeholder("digest")), isLive))
    .prepare();

  return {
    byCookie: (digest: string): BrowserRow | undefined => byCookie.get({ digest }),
    byId: (id: number): BrowserRow | undefined =>
      db
        .select()
        .from(browserSignIns)
        .where(and(eq(browserSignIns.id, id), isLive))
        .get(),
    /** The browsers with a key that were used after `since`, most recently used first. */
    usedSince: (since: number): BrowserRow[] =>
      db
        .select()
        .from(browserSignIns)
        .where(and(isLive, isNotNull(browserSignIns.publicKey), gt(browserSignIns.lastUsedAt, since)))
        .orderBy(desc(browserSignIns.lastUsedAt), desc(browserSignIns.id))
        .all(),
    insert: (row: typeof browserSignIns.$inferInsert): BrowserRow =>
      db.insert(browserSignIns).values(row).returning().get(),
    bindKey: (id: number, key: BoundKey): void =>
      void db
        .update(browserSignIns)
        .set(key)
        .where(and(eq(browserSignIns.id, id), isLive))
        .run(),
    noteUse: (id: number, now: number): void =>
      void db.update(browserSignIns).set({ lastUsedAt: now }).where(eq(browserSignIns.id, id)).run(),
    end: (id: number, now: number): void =>
      void db.update(browserSignIns).set({ endedAt: now }).where(eq(browserSignIns.id, id)).run(),
    /** Returns the ids of the sign-ins it ended. */
    endAllBut: (id: number | null, now: number): number[] =>
      db
        .update(browserSignIns)
        .set({ endedAt: now })
        .where(id === null ? isLive : and(isLive, ne(browserSignIns.id, id)))
        .returning({ id: browserSignIns.id })
        .all()
        .map((row) => row.id),
    /** Deletes what can never be used again: sign-ins that ended or were last used before `unusedSince`. */
    sweep: (unusedSince: number): void =>
      void db
        .delete(browserSignIns)
        .where(or(lte(browserSignIns.lastUsedAt, unusedSince), sql`${browserSignIns.endedAt} IS NOT NULL`))
        .run(),
    /** Windows of an app that is no longer running. */
    deleteApps: (): void => void db.delete(browserSignIns).where(eq(browserSignIns.kind, "app")).run(),
  };
}
