import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import { adHocUsageStore, type NewAdHocUsage } from "./store.ts";

export type AdHocCall = Omit<NewAdHocUsage, "id" | "calledAt">;

/** The calls the service makes for itself (R189). */
export function adHocUsageService(deps: { database: Database; clock: Clock }) {
  const store = adHocUsageStore(deps.database.db);
  return {
    record: (call: AdHocCall): void => store.insert({ ...call, calledAt: deps.clock.now() }),
  };
}
