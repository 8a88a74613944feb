export { type ElicitationAccess, elicitationAccess } from "./access.ts";
export { registerElicitationJobs } from "./job-handlers.ts";
export { elicitationRoutes } from "./routes.ts";
export { type ElicitationService, elicitationService } from "./service.ts";
export { respondToElicitation } from "./tools.ts";
