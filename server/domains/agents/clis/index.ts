export { registerCliJobs } from "./job-handlers.ts";
export { machineDoctor } from "./machine.ts";
export { cliRoutes } from "./routes.ts";
export { cliService } from "./service.ts";
