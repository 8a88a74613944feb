export { registerUsageJobs } from "./job-handlers.ts";
export { usageRoutes } from "./routes.ts";
export { reportedUsageRecorder, type UsageService, usageService } from "./service.ts";
