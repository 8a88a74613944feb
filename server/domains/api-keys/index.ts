export { type ApiKeyService, apiKeyService, unauthorized } from "./service.ts";
