export { apiKeyRoutes } from "./routes.ts";
export { shortestGoodKey, shortKeys } from "./rules.ts";
export { type ApiKeyService, apiKeyService } from "./service.ts";
