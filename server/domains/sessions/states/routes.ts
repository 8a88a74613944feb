import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { sessionStateOperations } from "./model.ts";
import type { SessionStateService } from "./service.ts";

/** `resolve` turns a path's session reference into its id, or refuses with 404. */
export function sessionStateRoutes(
  states: SessionStateService,
  resolve: (reference: string) => number,
): Endpoint[] {
  return endpoints(sessionStateOperations, {
    listSessionStates: ({ params, query }) => states.list(resolve(params.id), query),
  });
}
