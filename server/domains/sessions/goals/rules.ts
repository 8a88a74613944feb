import type { GoalView } from "./model.ts";

/** Characters a goal may have, after trimming. */
export const MAX_GOAL = 50_000;

export type JudgedGoal =
  | { kind: "none" }
  | { kind: "known"; id: string }
  | { kind: "free"; text: string }
  | { kind: "unknown_id"; id: string }
  | { kind: "too_long" };

/** R26: a single word that looks like an id must be one; anything else is a sentence of the caller's own. */
export function judgeGoal(text: string, knownIds: readonly string[]): JudgedGoal {
  const goal = text.trim();
  if (goal === "") return { kind: "none" };
  if (goal.length > MAX_GOAL) return { kind: "too_long" };
  if (knownIds.includes(goal)) return { kind: "known", id: goal };
  return isIdShaped(goal) ? { kind: "unknown_id", id: goal } : { kind: "free", text: goal };
}

/**
 * What an agent is told of a stored goal: a known id gives its description, free text itself.
 * Null for no goal and for an id that has left the catalog, which as bare text would only puzzle the agent.
 */
export function resolveGoalText(stored: string | null, goals: readonly GoalView[]): string | null {
  const goal = stored?.trim() ?? "";
  if (goal === "") return null;
  const known = goals.find(({ id }) => id === goal);
  if (known) return known.description;
  return isIdShaped(goal) ? null : goal;
}

/** R196: what goes below a prompt to tell the agent its goal. */
export function goalBlock(goalText: string): string {
  return `## Goal of this session\n\n${goalText}\n\nKeep going until this goal is met, and hand back as soon as it is.`;
}

function isIdShaped(goal: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(goal);
}
