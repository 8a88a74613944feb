import type { HealthState } from "./model.ts";
import type { TurnFacts } from "./ports.ts";

interface TurnSums {
  ended: number;
  failed: number;
  averageSeconds: number | null;
}

export function turnSums({ groups }: TurnFacts): TurnSums {
  const ended = groups.reduce((sum, { count }) => sum + count, 0);
  const totalMs = groups.reduce((sum, group) => sum + group.totalMs, 0);
  return {
    ended,
    failed: groups.reduce((sum, { outcome, count }) => (outcome === "fail" ? sum + count : sum), 0),
    averageSeconds: ended === 0 ? null : Math.round(totalMs / ended / 1_000),
  };
}

/** Below this, one failure says nothing about the rest. */
const fewestFailures = 3;

export function failureShare({ ended, failed }: TurnSums): HealthState {
  if (failed < fewestFailures) return "healthy";
  const share = failed / ended;
  return share >= 0.25 ? "critical" : share >= 0.1 ? "warning" : "healthy";
}

/** What became of turns that were tried again: for the sections that the published client prints. */
export function retryCounts(
  { groups }: TurnFacts,
  counts: (group: TurnFacts["groups"][number]) => boolean,
): { recovered: number; exhausted: number } {
  const sum = (outcome: string): number =>
    groups.reduce((n, group) => (counts(group) && group.outcome === outcome ? n + group.count : n), 0);
  return { recovered: sum("rest"), exhausted: sum("fail") };
}
