import { asc, eq } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import { addedModels } from "./table.ts";

export type AddedModelRow = typeof addedModels.$inferSelect;
export type NewAddedModelRow = typeof addedModels.$inferInsert;

export function addedModelStore({ db }: Database) {
  return {
    all: (): AddedModelRow[] => db.select().from(addedModels).orderBy(asc(addedModels.id)).all(),
    find: (id: number): AddedModelRow | undefined =>
      db.select().from(addedModels).where(eq(addedModels.id, id)).get(),
    insert: (row: NewAddedModelRow): AddedModelRow => db.insert(addedModels).values(row).returning().get(),
    change: (id: number, changes: Partial<AddedModelRow>): AddedModelRow | undefined =>
      db.update(addedModels).set(changes).where(eq(addedModels.id, id)).returning().get(),
    remove: (id: number): void => void db.delete(addedModels).where(eq(addedModels.id, id)).run(),
  };
}
