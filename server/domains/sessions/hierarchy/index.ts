export { hierarchyRoutes } from "./routes.ts";
export { type HierarchyService, hierarchyService } from "./service.ts";
