export { liveSettingRoutes } from "./routes.ts";
export { type LiveSettingService, liveSettingService } from "./service.ts";
export { actionLiveSettings } from "./tools.ts";
