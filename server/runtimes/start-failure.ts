import { passingFault } from "../lib/passing-fault.ts";
import type { AgentOutcome } from "./outcome.ts";

/** The outcome of a turn whose CLI could not be started, from what was thrown. */
export function startFailed(error: unknown): AgentOutcome {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: "start_failed", message, stderr: "", shortage: passingFault(error) };
}
