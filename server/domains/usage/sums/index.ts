export { registerSumJobs } from "./job-handlers.ts";
export { type SumService, sumReads, sumService } from "./service.ts";
