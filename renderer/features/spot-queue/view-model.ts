import type { SpotPolicy, SpotPolicyKnobs } from "../../../server/domains/scheduling/admission/model.ts";
import type { QueueEntry } from "../../../server/domains/scheduling/queue/model.ts";
import type { PickedUp } from "../reorder/move-rules.ts";

/** The entries with one at another index of those that stay. */
export function movedTo(entries: readonly QueueEntry[], id: number, index: number): QueueEntry[] {
  const moved = entries.find((entry) => entry.id === id);
  if (!moved) return [...entries];
  return entries
    .filter((entry) => entry !== moved)
    .toSpliced(index, 0, moved)
    .map((entry, at) => ({ ...entry, position: at + 1 }));
}

export const withPickedUp = (
  entries: readonly QueueEntry[],
  pickedUp: PickedUp | null,
): readonly QueueEntry[] => (pickedUp === null ? entries : movedTo(entries, pickedUp.id, pickedUp.to.index));

/** The sessions between which it lands. */
export function neighbors(
  entries: readonly QueueEntry[],
  id: number,
  index: number,
): { above_id: number | null; below_id: number | null } {
  const others = entries.filter((entry) => entry.id !== id);
  return { above_id: others[index - 1]?.id ?? null, below_id: others[index]?.id ?? null };
}

/** What the form edits. */
export const knobsOf = (policy: SpotPolicy): SpotPolicyKnobs => ({
  gating_enabled: policy.gating_enabled,
  max_concurrent_sessions: policy.max_concurrent_sessions,
  five_hour_reserve_pct: policy.five_hour_reserve_pct,
  weekly_reserve_pct: policy.weekly_reserve_pct,
  preemption_enabled: policy.preemption_enabled,
  starvation_age_ceiling_hours: policy.starvation_age_ceiling_hours,
});
