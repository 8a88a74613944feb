export { checkGoal } from "./check.ts";
export { type RecordedPullRequest, wantsPullRequest } from "./check-rules.ts";
export { type GoalService, goalService } from "./service.ts";
export { goalBlock } from "./text.ts";
