export { apiKeyRoutes } from "./routes.ts";
export { apiKeyService } from "./service.ts";
