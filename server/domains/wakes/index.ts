export { defineWakeJobs } from "./jobs.ts";
export { type WakeDeps, type WakeService, wakeService } from "./service.ts";
export { wakeStore } from "./store.ts";
