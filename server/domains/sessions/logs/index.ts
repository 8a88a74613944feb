export { sessionLogRoutes } from "./routes.ts";
export { sessionLogService } from "./service.ts";
export { sessionLogStore } from "./store.ts";
