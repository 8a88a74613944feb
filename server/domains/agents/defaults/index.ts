export { sessionDefaultRoutes } from "./routes.ts";
export { sessionDefaultsService } from "./service.ts";
