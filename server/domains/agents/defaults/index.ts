export { sessionDefaultRoutes } from "./routes.ts";
export { appSettingTools } from "./tools.ts";
export { type SessionDefaultsService, sessionDefaultsService } from "./service.ts";
