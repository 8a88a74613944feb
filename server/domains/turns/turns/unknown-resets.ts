import type { AgentOutcome } from "../../../runtimes/outcome.ts";

/** How often in a row a turn met a limit that does not say when it ends, before this outcome. Counted since the service's start. */
export type UnknownResets = (turnId: number, outcome: AgentOutcome) => number;

export function unknownResets(): UnknownResets {
  const counts = new Map<number, number>();
  return (turnId, outcome) => {
    const before = counts.get(turnId) ?? 0;
    if (outcome.kind === "rate_limited" && outcome.resetAt === null) counts.set(turnId, before + 1);
    else counts.delete(turnId);
    return before;
  };
}
