export { goalChecking } from "./checking.ts";
export { gitHub } from "./github.ts";
export { registerPullRequestJobs } from "./job-handlers.ts";
export { type AuthorizeMerge, mergeAuthorization } from "./merging.ts";
export { noticeService, type PullRequestNoticeService } from "./notices.ts";
export { pullRequestRoutes } from "./routes.ts";
export { type PullRequestService, pullRequestService } from "./service.ts";
export { noticeTools } from "./tools.ts";
