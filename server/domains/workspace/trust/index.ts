export { repositoryTrustRoutes } from "./routes.ts";
export { decideTrust, repositoryAddress } from "./rules.ts";
export { type RepositoryTrustService, repositoryTrustService } from "./service.ts";
