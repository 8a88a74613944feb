import type { GoalView } from "./model.ts";

/** The maximum length of a goal, after trimming. */
export const MAX_GOAL = 50_000;

export type JudgedGoal =
  | { kind: "none" }
  | { kind: "known"; id: string }
  | { kind: "free"; text: string }
  | { kind: "unknown_id"; id: string }
  | { kind: "too_long" };

/** R26: a single word that looks like an id must be a known id; anything else is free text. */
export function judgeGoal(text: string, knownIds: readonly string[]): JudgedGoal {
  const goal = text.trim();
  if (goal === "") return { kind: "none" };
  if (goal.length > MAX_GOAL) return { kind: "too_long" };
  if (knownIds.includes(goal)) return { kind: "known", id: goal };
  return isIdShaped(goal) ? { kind: "unknown_id", id: goal } : { kind: "free", text: goal };
}

/**
 * Returns the text of a stored goal: the description of a known id, or the free text. Null if there is no goal or its id is
 * no longer in the catalog, because the bare id would confuse the agent.
 */
export function resolveGoalText(stored: string | null, goals: readonly GoalView[]): string | null {
  const goal = stored?.trim() ?? "";
  if (goal === "") return null;
  const known = goals.find(({ id }) => id === goal);
  if (known) return known.description;
  return isIdShaped(goal) ? null : goal;
}

/** R196: the section below a prompt that states the goal. */
export function goalBlock(goalText: string): string {
  return `## Goal of this session\n\n${goalText}\n\nKeep going until this goal is met, and hand back as soon as it is.`;
}

function isIdShaped(goal: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(goal);
}
