export { clockChangeRoutes } from "./routes.ts";
export { type ClockChangeService, clockChangeService } from "./service.ts";
