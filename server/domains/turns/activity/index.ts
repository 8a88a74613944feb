export { linesOf } from "./rules.ts";
export { type ActivityService, activityService } from "./service.ts";
