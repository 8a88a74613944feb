export { checkGoal, type RecordedPullRequest, wantsPullRequest } from "./check-rules.ts";
export { goalBlock } from "./rules.ts";
export { type GoalService, goalService } from "./service.ts";
