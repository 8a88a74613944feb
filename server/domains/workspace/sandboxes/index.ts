export { sandboxRoutes } from "./routes.ts";
export { readLevel } from "./rules.ts";
export { type RepositorySandboxService, repositorySandboxService } from "./service.ts";
