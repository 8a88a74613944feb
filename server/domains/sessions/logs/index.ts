export { sessionLogRoutes } from "./routes.ts";
export { type SessionLogService, sessionLogService } from "./service.ts";
