export { registerHeartbeatJobs } from "./job-handlers.ts";
export { heartbeatService } from "./service.ts";
