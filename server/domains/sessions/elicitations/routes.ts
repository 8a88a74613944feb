import { actorName } from "../../../http/caller.ts";
import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { elicitationOperations } from "./model.ts";
import type { ElicitationService } from "./service.ts";

export function elicitationRoutes(elicitations: ElicitationService): Endpoint[] {
  return endpoints(elicitationOperations, {
    listElicitations: ({ params }) => ({
      elicitations: elicitations.list(params.id),
      closed: elicitations.closed(params.id),
    }),
    respondToElicitation: ({ params, body }, { actor }) =>
      elicitations.respond(params.id, { action: body.action_type, content: body.content }, actorName(actor)),
    askElicitation: ({ params, body }) => elicitations.ask(params.token, body),
    pollElicitation: ({ params }) => elicitations.poll(params.token, params.request_id),
  });
}
