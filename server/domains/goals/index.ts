export type { GoalCheckName, GoalView } from "./model.ts";
export { goalCheckName, goalView } from "./model.ts";
export { appendGoal, type JudgedGoal, judgeGoal, MAX_GOAL, resolveGoalText } from "./rules.ts";
export { type GoalService, goalService } from "./service.ts";
