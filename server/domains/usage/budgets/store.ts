import { asc, eq } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import { costBudgets } from "./table.ts";

export type BudgetRow = typeof costBudgets.$inferSelect;
export type NewBudgetRow = typeof costBudgets.$inferInsert;

export function budgetStore({ db }: Database) {
  return {
    all: (): BudgetRow[] => db.select().from(costBudgets).orderBy(asc(costBudgets.id)).all(),
    find: (id: number): BudgetRow | undefined =>
      db.select().from(costBudgets).where(eq(costBudgets.id, id)).get(),
    insert: (row: NewBudgetRow): BudgetRow => db.insert(costBudgets).values(row).returning().get(),
    change: (id: number, changes: Partial<BudgetRow>): BudgetRow | undefined =>
      db.update(costBudgets).set(changes).where(eq(costBudgets.id, id)).returning().get(),
    remove: (id: number): boolean => db.delete(costBudgets).where(eq(costBudgets.id, id)).run().changes > 0,
  };
}
