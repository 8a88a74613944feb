export { registerSumJobs } from "./job-handlers.ts";
export { sumReads, sumService } from "./service.ts";
