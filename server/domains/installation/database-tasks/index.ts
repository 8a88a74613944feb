export { registerDatabaseTaskJobs } from "./job-handlers.ts";
export { databaseTaskRoutes } from "./routes.ts";
export { type DatabaseTaskService, databaseTaskService } from "./service.ts";
