export { goalBlock } from "./rules.ts";
export { type GoalService, goalService } from "./service.ts";
