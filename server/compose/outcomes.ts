import { gateDecisionService } from "../domains/outcomes/gate-decisions/index.ts";
import type { ComposeDeps, Core, SessionFeatures } from "./deps.ts";

/** What came of the work. */
export function composeOutcomes(
  { database, clock, log }: ComposeDeps,
  { sessions }: Core,
): Pick<SessionFeatures, "gateDecisions"> {
  return { gateDecisions: gateDecisionService({ database, clock, log, sessions }) };
}
