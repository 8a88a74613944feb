export { backlogRoutes } from "./routes.ts";
export { type BacklogService, backlogService } from "./service.ts";
export { backlogTools } from "./tools.ts";
