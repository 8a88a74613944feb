export { sessionStateRoutes } from "./routes.ts";
export { type SessionStateService, sessionStateService } from "./service.ts";
