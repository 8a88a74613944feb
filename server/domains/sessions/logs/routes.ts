import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { sessionLogOperations } from "./model.ts";
import type { SessionLogService } from "./service.ts";

/** `resolve` turns a path's session reference into its id, or refuses with 404. */
export function sessionLogRoutes(
  logs: SessionLogService,
  resolve: (reference: string) => number,
): Endpoint[] {
  return endpoints(sessionLogOperations, {
    listLogs: ({ params, query }) => logs.list(resolve(params.session_id), query),
    getLog: ({ params }) => ({ log: logs.get(resolve(params.session_id), Number(params.id)) }),
    createLog: ({ params, body }) => ({
      log: logs.create(resolve(params.session_id), body.level, body.content),
    }),
    updateLog: ({ params, body }) => ({
      log: logs.update(resolve(params.session_id), Number(params.id), body),
    }),
    deleteLog: ({ params }) => logs.remove(resolve(params.session_id), Number(params.id)),
  });
}
