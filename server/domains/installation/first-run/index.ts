export { firstRunRoutes } from "./routes.ts";
export { type FirstRunService, firstRunService } from "./service.ts";
