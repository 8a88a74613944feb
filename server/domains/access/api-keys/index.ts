export { apiKeyRoutes } from "./routes.ts";
export { type ApiKeyService, apiKeyService } from "./service.ts";
