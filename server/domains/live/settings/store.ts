import { desc, eq, notInArray } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import { liveSettingChanges } from "./table.ts";

export type LiveSettingChangeRow = typeof liveSettingChanges.$inferSelect;

/** Older changes are removed. */
const kept = 200;

export function liveSettingStore({ db }: Pick<Database, "db">) {
  const newestFirst = desc(liveSettingChanges.id);
  return {
    add(row: typeof liveSettingChanges.$inferInsert): void {
      db.insert(liveSettingChanges).values(row).run();
      const newest = db
        .select({ id: liveSettingChanges.id })
        .from(liveSettingChanges)
        .orderBy(newestFirst)
        .limit(kept);
      db.delete(liveSettingChanges).where(notInArray(liveSettingChanges.id, newest)).run();
    },
    newest: (limit: number): LiveSettingChangeRow[] =>
      db.select().from(liveSettingChanges).orderBy(newestFirst).limit(limit).all(),
    byId: (id: number): LiveSettingChangeRow | undefined =>
      db.select().from(liveSettingChanges).where(eq(liveSettingChanges.id, id)).get(),
  };
}
