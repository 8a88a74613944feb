export { firstRunRoutes } from "./routes.ts";
export { firstRunService } from "./service.ts";
