import { builtInGoals } from "./built-in.ts";
import { goalError } from "./errors.ts";
import type { GoalView } from "./model.ts";
import { MAX_GOAL, parseGoal, resolveGoalText } from "./rules.ts";

export type GoalService = ReturnType<typeof goalService>;

/** Validates goals for every caller. */
export function goalService(goals: readonly GoalView[] = builtInGoals) {
  const ids = goals.map(({ id }) => id);

  return {
    list: (): readonly GoalView[] => goals,

    find: (id: string): GoalView | undefined => goals.find((goal) => goal.id === id),

    /**
     * Returns a goal as stored, null if blank. Throws if it is invalid. Call it only for a goal that changes. The published
     * client sends a goal's description instead of its id, so a text that equals a description is stored as that id and
     * keeps its checks.
     */
    accept(text: string): string | null {
      const parsed = parseGoal(text, ids);
      switch (parsed.kind) {
        case "none":
          return null;
        case "known":
          return parsed.id;
        case "free":
          return goals.find(({ description }) => description === parsed.text)?.id ?? parsed.text;
        case "unknown_id":
          throw goalError("goal_unknown", { id: parsed.id, known: ids.join(", ") });
        case "too_long":
          throw goalError("goal_too_long", { max: MAX_GOAL });
      }
    },

    /** The goal text for the agent; null if there is no goal or its id is no longer in the catalog. */
    textOf: (stored: string | null): string | null => resolveGoalText(stored, goals),
  };
}
