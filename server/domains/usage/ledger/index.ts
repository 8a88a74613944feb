export { registerLedgerJobs } from "./job-handlers.ts";
export { ledgerRoutes } from "./routes.ts";
export { type LedgerService, ledgerService } from "./service.ts";
