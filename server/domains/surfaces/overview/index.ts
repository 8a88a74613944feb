export { overviewRoutes } from "./routes.ts";
export { type OverviewService, overviewService } from "./service.ts";
