export { defineForkJobs } from "./jobs.ts";
export { forkRoutes } from "./routes.ts";
export { forkService } from "./service.ts";
