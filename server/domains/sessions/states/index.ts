export { sessionStateRoutes } from "./routes.ts";
export { sessionStateService } from "./service.ts";
