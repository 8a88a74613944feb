export { aboutService } from "./about.ts";
export { healthRoutes } from "./routes.ts";
export { healthService } from "./service.ts";
export { getSystemHealth } from "./tools.ts";
