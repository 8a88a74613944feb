export { configRoutes } from "./routes.ts";
export { configResources, getConfigs } from "./tools.ts";
