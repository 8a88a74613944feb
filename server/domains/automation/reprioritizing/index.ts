export { reprioritizingRoutes } from "./routes.ts";
export { type ReprioritizingService, reprioritizingService } from "./service.ts";
