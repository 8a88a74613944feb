import type { GoalCheck } from "../../../server/domains/sessions/goals/model.ts";
import type { Configs } from "../../../server/domains/surfaces/configs/model.ts";
import type { SelectOption } from "../../ui/Select.tsx";
import { text } from "./text.ts";

interface GoalShown {
  /** Null for a custom goal. */
  name: string | null;
  description: string;
}

/** What to show of a stored goal: the ID of a catalog goal, or a custom one. */
export function shownGoal(goal: string, goals: Configs["goals"]): GoalShown {
  const known = goals.find(({ id }) => id === goal);
  return known ? { name: known.name, description: known.description } : { name: null, description: goal };
}

const noGoal = "none";
const ownGoal = "own";

export const goalChoices = (goals: Configs["goals"], none: string = text.goal.noGoal): SelectOption[] => [
  { value: noGoal, label: none },
  ...goals.map(({ id, name }) => ({ value: id, label: name })),
  { value: ownGoal, label: text.goal.custom },
];

export interface GoalForm {
  choice: string;
  own: string;
}

export function goalForm(goal: string | null, goals: Configs["goals"]): GoalForm {
  if (goal === null) return { choice: noGoal, own: "" };
  const known = goals.some(({ id }) => id === goal);
  return known ? { choice: goal, own: "" } : customGoal(goal);
}

export const customGoal = (own: string): GoalForm => ({ choice: ownGoal, own });

export const isCustom = ({ choice }: GoalForm): boolean => choice === ownGoal;

/** The goal to save; null removes it. */
export function goalOf({ choice, own }: GoalForm): string | null {
  if (choice === noGoal) return null;
  return choice === ownGoal ? own.trim() || null : choice;
}

/** Whether a goal is too long for the four lines that are shown at first. */
export const isLong = (goal: string): boolean => goal.length > 140 || goal.split("\n").length > 4;

/** Whether the goal is met; the verdict is provisional while the session works. */
export const verdictText = ({ verdict, provisional }: Pick<GoalCheck, "verdict" | "provisional">): string =>
  provisional ? text.goalVerdict.soFar(text.verdicts[verdict]) : text.verdicts[verdict];
