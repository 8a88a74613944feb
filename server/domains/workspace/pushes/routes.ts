import type { Request } from "express";
import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { pushRefusal } from "./errors.ts";
import { pushOperations } from "./model.ts";
import type { GitPushService } from "./service.ts";

export function gitPushRoutes(deps: {
  pushes: Pick<GitPushService, "advertise" | "receive">;
  /** The session whose token the request carries. Throws a refusal without a valid one. */
  admit(request: Request): number;
}): Endpoint[] {
  const { pushes } = deps;

  function admit(request: Request, id: string): number {
    const sessionId = deps.admit(request);
    if (String(sessionId) !== id) throw pushRefusal("other_session");
    return sessionId;
  }

  return endpoints(pushOperations, {
    async listPushRefs({ params, query }, { request, response }) {
      const sessionId = admit(request, params.id);
      if (query.service !== "git-receive-pack") throw pushRefusal("push_only");
      await pushes.advertise(sessionId, response);
    },
    async receivePush({ params }, { request, response }) {
      await pushes.receive(admit(request, params.id), request, response);
    },
  });
}
