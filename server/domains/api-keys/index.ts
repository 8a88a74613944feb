export { apiKeyService } from "./service.ts";
