import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { resourceOperations } from "./model.ts";
import type { ResourceService } from "./service.ts";

export const resourceRoutes = (resources: ResourceService): Endpoint[] =>
  endpoints(resourceOperations, { getAgentResources: ({ params }) => resources.of(params.id) });
