export { registerIdempotencyJobs } from "./job-handlers.ts";
export { type IdempotencyService, idempotencyService } from "./service.ts";
