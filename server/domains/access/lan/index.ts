export { defineLanJobs } from "./jobs.ts";
export { lanRoutes } from "./routes.ts";
export { lanService } from "./service.ts";
