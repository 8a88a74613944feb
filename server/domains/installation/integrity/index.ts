export { registerIntegrityJobs } from "./job-handlers.ts";
export { integrityRoutes } from "./routes.ts";
export { type IntegrityService, integrityService } from "./service.ts";
