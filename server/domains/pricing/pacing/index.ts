export { registerPacingJobs } from "./job-handlers.ts";
export { type PacingService, pacingService } from "./service.ts";
