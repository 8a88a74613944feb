export { registerForkJobs } from "./job-handlers.ts";
export { forkRoutes } from "./routes.ts";
export { forkService } from "./service.ts";
