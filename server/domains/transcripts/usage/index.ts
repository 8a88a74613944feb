export { reportedUsageStore } from "./claims.ts";
export { registerUsageJobs } from "./job-handlers.ts";
export { usageRoutes } from "./routes.ts";
export { type UsageService, usageService } from "./service.ts";
