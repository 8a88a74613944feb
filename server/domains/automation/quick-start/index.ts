export { quickStartRoutes } from "./routes.ts";
export { type QuickStartService, quickStartService } from "./service.ts";
export { quickRouterTool } from "./tools.ts";
