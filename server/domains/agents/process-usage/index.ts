export { resourceRoutes } from "./routes.ts";
export { resourceService } from "./service.ts";
