export { registerAccountJobs } from "./job-handlers.ts";
export { readingsKeptMs, rotationsKeptMs } from "./readings.ts";
export { accountRoutes } from "./routes.ts";
export { type AccountService, accountService, type PoolState } from "./service.ts";
export { actionAccount } from "./tools.ts";
