import { outcomeService } from "../domains/outcomes/analyses/index.ts";
import { gateDecisionService } from "../domains/outcomes/gate-decisions/index.ts";
import { goalReportService } from "../domains/outcomes/goal-reports/index.ts";
import { goalChecking } from "../domains/review/pull-requests/index.ts";
import type { ComposeDeps, Core, Platform, SessionFeatures } from "./deps.ts";

/** What came of the work. */
export function composeOutcomes(
  { database, clock, log }: ComposeDeps,
  { goals }: Platform,
  { sessions }: Core,
): Pick<SessionFeatures, "gateDecisions" | "outcomes" | "goalReport"> {
  return {
    gateDecisions: gateDecisionService({ database, clock, log, sessions }),
    outcomes: outcomeService({ database, clock, log, sessions }),
    goalReport: goalReportService({
      database,
      clock,
      goalIds: goals.list().map(({ id }) => id),
      checksOf: goalChecking(database, goals.find),
    }),
  };
}
