import type { SpotPolicy, SpotPolicyKnobs } from "../../../server/domains/scheduling/admission/model.ts";
import type { QueueEntry } from "../../../server/domains/scheduling/queue/model.ts";
import type { PickedUp } from "../reorder/move-rules.ts";
import { text } from "./text.ts";

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

type Decision = SpotPolicy["decision"];

/** Small amounts have four decimals. */
function dollarsOf(amount: number): string {
  const digits = amount > 0 && amount < 0.01 ? 4 : 2;
  return `$${amount.toFixed(digits)}`;
}

const rateOf = (rate: number | null): string => (rate === null ? text.pace.unknown : dollarsOf(rate));

/** What is left of a window, and how fast it can be used. */
export function paceSentence(
  window: Pick<Decision["windows"][number], "name" | "remaining_spot" | "spot_budget" | "sustainable_rate">,
): string {
  const { name, remaining_spot: left, spot_budget: budget, sustainable_rate: rate } = window;
  const words = text.pace;
  const sentence = words.left({
    name: words.windows[name],
    left: rateOf(left),
    budget: dollarsOf(budget),
  });
  return `${sentence}${rate === null ? "" : words.rate(dollarsOf(rate))}`;
}

export const burnSentence = ({
  fleet_burn_rate: fleet,
  candidate_burn_rate: candidate,
}: Pick<Decision, "fleet_burn_rate" | "candidate_burn_rate">): string =>
  text.pace.burn(rateOf(fleet), rateOf(candidate));
