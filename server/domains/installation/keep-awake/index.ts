export { keepAwakeRoutes } from "./routes.ts";
export { type KeepAwakeService, keepAwakeService } from "./service.ts";
