export { registerLanJobs } from "./job-handlers.ts";
export { lanRoutes } from "./routes.ts";
export { lanService } from "./service.ts";
