export { registerCliJobs } from "./job-handlers.ts";
export { type Machine, machineDoctor } from "./machine-checks.ts";
export { cliRoutes } from "./routes.ts";
export { type CliService, cliService } from "./service.ts";
