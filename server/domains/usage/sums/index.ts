export { countColumns } from "./columns.ts";
export { registerSumJobs } from "./job-handlers.ts";
export { sumReads, sumService } from "./service.ts";
