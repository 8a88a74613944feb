import type { GoalView } from "./model.ts";

/** The maximum length of a goal, after trimming. */
export const MAX_GOAL = 50_000;

export type ParsedGoal =
  | { kind: "none" }
  | { kind: "known"; id: string }
  | { kind: "free"; text: string }
  | { kind: "unknown_id"; id: string }
  | { kind: "too_long" };

/** R26: a single word that looks like an id must be a known id; anything else is free text. */
export function parseGoal(text: string, knownIds: readonly string[]): ParsedGoal {
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

function isIdShaped(goal: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(goal);
}
