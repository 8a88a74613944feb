export { sessionDefaultRoutes } from "./routes.ts";
export { type SessionDefaultsService, sessionDefaultsService } from "./service.ts";
