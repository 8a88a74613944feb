export { defineHeartbeatJobs } from "./jobs.ts";
export { heartbeatService } from "./service.ts";
