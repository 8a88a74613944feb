export { registerTopUpJobs } from "./job-handlers.ts";
export { type QuotaEvents, quotaEvents } from "./quota-events.ts";
export { topUpRoutes } from "./routes.ts";
export { type FleetTopUpService, fleetTopUpService } from "./service.ts";
