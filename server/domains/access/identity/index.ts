export { deploymentReader } from "./deployment.ts";
export { type OwnerService, ownerService } from "./owner.ts";
export { identityRoutes } from "./routes.ts";
export { type IdentityService, identityService, type WebSignIns } from "./service.ts";
