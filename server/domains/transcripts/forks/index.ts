export { registerForkJobs } from "./job-handlers.ts";
export { forkRoutes } from "./routes.ts";
export { type ForkService, forkService } from "./service.ts";
