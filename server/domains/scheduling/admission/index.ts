export type { Decided } from "./decisions.ts";
export { registerAdmissionJobs } from "./job-handlers.ts";
export { spotPolicyRoutes } from "./routes.ts";
export { forcedPriority, type Verdict } from "./rules.ts";
export { type AdmissionService, admissionService } from "./service.ts";
