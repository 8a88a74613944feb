export { foreignOwnerRoutes } from "./routes.ts";
export { type ForeignOwnerService, foreignOwnerService } from "./service.ts";
