export { registerAdmissionJobs } from "./job-handlers.ts";
export { noQuota } from "./ports.ts";
export { spotPolicyRoutes } from "./routes.ts";
export { forcedPriority } from "./rules.ts";
export { type AdmissionService, admissionService } from "./service.ts";
