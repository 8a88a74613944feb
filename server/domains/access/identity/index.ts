export { deploymentReader } from "./deployment.ts";
export { ownerService } from "./owner.ts";
export { identityRoutes } from "./routes.ts";
export { identityService, type WebSignIns } from "./service.ts";
