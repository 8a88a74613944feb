export { registerAttentionJobs } from "./job-handlers.ts";
export { type AttentionService, attentionService } from "./service.ts";
