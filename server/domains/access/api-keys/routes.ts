import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { apiKeyOperations } from "./model.ts";
import type { ApiKeyService } from "./service.ts";

export function apiKeyRoutes(keys: ApiKeyService): Endpoint[] {
  return endpoints(apiKeyOperations, {
    listApiKeys: () => ({ api_keys: keys.list() }),
    mintApiKey: ({ body }, { actor }) => keys.mint(body.api_key ?? body, actor),
    revokeApiKey: ({ params }, { actor }) => keys.revoke(Number(params.id), actor),
    restoreApiKey: ({ params }, { actor }) => keys.restore(Number(params.id), actor),
  });
}
