export { quickStartRoutes } from "./routes.ts";
export { quickStartService } from "./service.ts";
export { quickRouterTool } from "./tools.ts";
