export { registerWakeJobs } from "./job-handlers.ts";
export { type WakeAt, type WakeDeps, type WakeOn, type WakeService, wakeService } from "./service.ts";
export { wakeTool } from "./tools.ts";
