export { upkeepRoutes } from "./routes.ts";
export { type UpkeepService, upkeepService } from "./service.ts";
