import { and, asc, eq, ne } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import { externalApps, externalAppTriggers } from "./table.ts";

export type ExternalAppRow = typeof externalApps.$inferSelect;
export type ExternalAppChanges = Partial<Omit<ExternalAppRow, "id" | "createdAt">>;

export type ExternalAppStore = ReturnType<typeof externalAppStore>;

export function externalAppStore({ db }: Database) {
  return {
    find: (id: number): ExternalAppRow | undefined =>
      db.select().from(externalApps).where(eq(externalApps.id, id)).get(),
    list: (): ExternalAppRow[] => db.select().from(externalApps).orderBy(asc(externalApps.name)).all(),
    isTaken: (name: string, except: number): boolean =>
      db
        .select({ id: externalApps.id })
        .from(externalApps)
        .where(and(eq(externalApps.name, name), ne(externalApps.id, except)))
        .get() !== undefined,
    insert: (row: typeof externalApps.$inferInsert): ExternalAppRow =>
      db.insert(externalApps).values(row).returning().get(),
    update: (id: number, changes: ExternalAppChanges): void =>
      void db.update(externalApps).set(changes).where(eq(externalApps.id, id)).run(),
    /** With its list and its keys. */
    remove: (id: number): void => void db.delete(externalApps).where(eq(externalApps.id, id)).run(),

    triggerIds: (id: number): number[] =>
      db
        .select({ id: externalAppTriggers.triggerId })
        .from(externalAppTriggers)
        .where(eq(externalAppTriggers.externalAppId, id))
        .orderBy(asc(externalAppTriggers.triggerId))
        .all()
        .map((row) => row.id),
    /** Replaces the list. */
    setTriggers(externalAppId: number, triggerIds: readonly number[]): void {
      db.delete(externalAppTriggers).where(eq(externalAppTriggers.externalAppId, externalAppId)).run();
      for (const triggerId of new Set(triggerIds))
        db.insert(externalAppTriggers).values({ externalAppId, triggerId }).run();
    },
  };
}
