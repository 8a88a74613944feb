export { registerFreePageJobs } from "./job-handlers.ts";
export { freePageService } from "./service.ts";
