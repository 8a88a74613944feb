export { registerLanJobs } from "./job-handlers.ts";
export { lanRoutes } from "./routes.ts";
export { type LanService, lanService } from "./service.ts";
