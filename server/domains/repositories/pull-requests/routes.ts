import { type Endpoint, endpoints } from "../../../http/mount.ts";
import type { AuthorizeMerge } from "./merging.ts";
import { mergeOperations } from "./model.ts";

export function pullRequestRoutes(authorizeMerge: AuthorizeMerge): Endpoint[] {
  return endpoints(mergeOperations, {
    authorizeMerge: ({ params }, { actor }) => authorizeMerge(params.id, actor),
  });
}
