import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { sessionLogOperations } from "./model.ts";
import type { SessionLogService } from "./service.ts";

/** `resolve` returns the id of a session reference. Throws 404 if there is none. */
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
