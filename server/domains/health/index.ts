export { healthRoutes } from "./routes.ts";
export { healthService } from "./service.ts";
