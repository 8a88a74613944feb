import { fixedShift } from "../../../lib/zone-shifts.ts";
import { priceChanges, promptSteps } from "../../pricing/prices/index.ts";
import type { ReportQuery } from "./roll-up.ts";

/** A report of whole UTC days over all sessions, at list prices. */
export const dailyReport = (period: { from: number; to: number }): ReportQuery => ({
  ...period,
  bucket: "day",
  bucketMs: 86_400_000,
  shifts: fixedShift(0),
  scope: { agentRoot: null, sessionId: null },
  prompts: promptSteps,
  instants: priceChanges,
  ownRates: [],
});
