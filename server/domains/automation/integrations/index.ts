export { pluginRoutes } from "./plugin-routes.ts";
export { externalAppRoutes } from "./routes.ts";
export { type ExternalAppService, externalAppService } from "./service.ts";
export { type ConfirmMinting, externalAppTools } from "./tools.ts";
