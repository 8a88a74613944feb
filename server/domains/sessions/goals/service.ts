import { builtInGoals } from "./built-in.ts";
import { goalError } from "./errors.ts";
import type { GoalView } from "./model.ts";
import { judgeGoal, MAX_GOAL, resolveGoalText } from "./rules.ts";

export type GoalService = ReturnType<typeof goalService>;

/** The one place that judges goals, for every door that takes one. */
export function goalService(goals: readonly GoalView[] = builtInGoals) {
  const ids = goals.map(({ id }) => id);

  return {
    list: (): readonly GoalView[] => goals,

    find: (id: string): GoalView | undefined => goals.find((goal) => goal.id === id),

    /**
     * The form in which a goal is stored, null for a blank one; a refusal otherwise. Call it only for a goal
     * that is being changed. The published client sends a goal's description in place of its id, so a text
     * that is word for word a description is stored as that id and keeps its checks.
     */
    accept(text: string): string | null {
      const judged = judgeGoal(text, ids);
      switch (judged.kind) {
        case "none":
          return null;
        case "known":
          return judged.id;
        case "free":
          return goals.find(({ description }) => description === judged.text)?.id ?? judged.text;
        case "unknown_id":
          throw goalError("goal_unknown", { id: judged.id, known: ids.join(", ") });
        case "too_long":
          throw goalError("goal_too_long", { max: MAX_GOAL });
      }
    },

    /** What the agent is told; null when there is no goal or its id has left the catalog. */
    textOf: (stored: string | null): string | null => resolveGoalText(stored, goals),
  };
}
