import { asc, eq } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import type { OwnRate } from "../prices/index.ts";
import { modelRates } from "./table.ts";

export function modelRateStore({ db }: Database) {
  return {
    all: (): OwnRate[] =>
      db
        .select()
        .from(modelRates)
        .orderBy(asc(modelRates.model))
        .all()
        .map(({ model, updatedAt: _at, ...prices }) => ({ model, prices })),

    put: ({ model, prices }: OwnRate, updatedAt: number): void => {
      const values = { ...prices, updatedAt };
      db.insert(modelRates)
        .values({ model, ...values })
        .onConflictDoUpdate({ target: modelRates.model, set: values })
        .run();
    },

    remove: (model: string): boolean =>
      db.delete(modelRates).where(eq(modelRates.model, model)).run().changes > 0,
  };
}
