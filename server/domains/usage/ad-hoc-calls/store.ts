import type { Db } from "../../../db/open.ts";
import { adHocUsage } from "./table.ts";

export type NewAdHocUsage = typeof adHocUsage.$inferInsert;

export function adHocUsageStore(db: Db) {
  return {
    insert: (row: NewAdHocUsage): void => void db.insert(adHocUsage).values(row).run(),
  };
}
