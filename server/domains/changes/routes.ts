import { type Endpoint, endpoints } from "../../http/mount.ts";
import { changeOperations } from "./model.ts";
import type { ChangeService } from "./service.ts";

export function changeRoutes(changes: ChangeService): Endpoint[] {
  return endpoints(changeOperations, {
    sessionChanges: ({ params }) => changes.list(params.id),
    fileDiff: ({ params, query }) => changes.diffOf(params.id, query.path),
  });
}
