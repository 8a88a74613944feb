export { defineCliJobs } from "./jobs.ts";
export { cliRoutes } from "./routes.ts";
export { cliService } from "./service.ts";
