export { resourceRoutes } from "./routes.ts";
export { type ResourceService, resourceService } from "./service.ts";
