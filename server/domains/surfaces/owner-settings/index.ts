export { ownerSettingRoutes } from "./routes.ts";
export { type OwnerSettingService, ownerSettingService } from "./service.ts";
export { appSettingTools } from "./tools.ts";
