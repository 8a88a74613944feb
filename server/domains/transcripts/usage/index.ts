export { defineUsageJobs } from "./jobs.ts";
export { usageRoutes } from "./routes.ts";
export { type UsageService, usageService } from "./service.ts";
