import { type Context, type Endpoint, endpoints } from "../../../http/mount.ts";
import { triggerRefusal } from "./errors.ts";
import type { FiredBy } from "./firing.ts";
import { triggerOperations } from "./model.ts";
import type { TriggerService } from "./service.ts";

export function triggerRoutes(triggers: TriggerService): Endpoint[] {
  const idOf = ({ id }: { id: string }): number => Number(id);
  return endpoints(triggerOperations, {
    listTriggers: ({ query }) => triggers.list(query),
    // No chat platform can be connected in this version (E63, E64).
    listTriggerChannels() {
      throw triggerRefusal("chat_unconfigured");
    },
    listBridgeChats() {
      throw triggerRefusal("bridge_unconfigured");
    },
    previewTrigger: ({ body }) => triggers.preview(body.prompt_template, body.variables),
    previewSchedule: ({ body }) => triggers.previewSchedule(body.configuration),
    getTrigger: ({ params }) => triggers.get(idOf(params)),
    createTrigger: ({ body }, { agentSession }) => triggers.create(body, agentSession),
    updateTrigger: ({ params, body }, { actor, agentSession }) =>
      triggers.update(idOf(params), body, { actor, agentSession }),
    deleteTrigger: ({ params }) => triggers.remove(idOf(params)),
    toggleTrigger: ({ params }) => ({ trigger: triggers.toggle(idOf(params)) }),
    toggleEnqueueMessages: ({ params }) => ({ trigger: triggers.toggleEnqueueMessages(idOf(params)) }),
    toggleResuscitateArchived: ({ params }) => ({
      trigger: triggers.toggleResuscitateArchived(idOf(params)),
    }),
    invokeTrigger: ({ params, body }, context) =>
      triggers.invoke(idOf(params), body.variables, firedBy(context)),
  });
}

const firedBy = ({ actor, agentSession }: Pick<Context, "actor" | "agentSession">): FiredBy =>
  actor.kind === "board" ? { kind: "button" } : { kind: "invoke", actor, agentSession };
