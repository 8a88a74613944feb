export { sessionSettingsRoutes } from "./routes.ts";
export { type SessionSettingsService, sessionSettingsService } from "./service.ts";
