import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { hierarchyOperations } from "./model.ts";
import type { HierarchyService } from "./service.ts";

export function hierarchyRoutes(hierarchy: Pick<HierarchyService, "detach">): Endpoint[] {
  return endpoints(hierarchyOperations, {
    detachUncle: ({ params }) => hierarchy.detach(params.id, Number(params.uncle_id)),
  });
}
