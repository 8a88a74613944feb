export { registerCodeHostJobs } from "./job-handlers.ts";
export { type CodeHostService, codeHostService } from "./service.ts";
