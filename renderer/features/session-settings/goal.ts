import type { Configs } from "../../../server/domains/agents/configs/model.ts";
import type { GoalCheck } from "../../../server/domains/sessions/goals/model.ts";
import type { SelectOption } from "../../ui/Select.tsx";

interface GoalShown {
  /** Null for a goal in the person's own words. */
  name: string | null;
  text: string;
}

/** A goal as it is stored: the id of one of the catalog, or words of one's own. */
export function shownGoal(goal: string, goals: Configs["goals"]): GoalShown {
  const known = goals.find(({ id }) => id === goal);
  return known ? { name: known.name, text: known.description } : { name: null, text: goal };
}

const noGoal = "none";
const ownGoal = "own";

export const goalChoices = (goals: Configs["goals"]): SelectOption[] => [
  { value: noGoal, label: "No goal" },
  ...goals.map(({ id, name }) => ({ value: id, label: name })),
  { value: ownGoal, label: "Custom goal" },
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

/** What to send; null takes the goal away. */
export function goalOf({ choice, own }: GoalForm): string | null {
  if (choice === noGoal) return null;
  return choice === ownGoal ? own.trim() || null : choice;
}

/** More than the four lines that are shown at first hold for certain. */
export const isLong = (text: string): boolean => text.length > 140 || text.split("\n").length > 4;

const verdicts: Record<GoalCheck["verdict"], string> = {
  met: "Met",
  unmet: "Not met",
  pending: "Pending",
  unknown: "Unknown",
};

/** How the goal stands, in a few words. */
export const verdictText = ({ verdict, provisional }: Pick<GoalCheck, "verdict" | "provisional">): string =>
  provisional ? `${verdicts[verdict]} so far` : verdicts[verdict];
