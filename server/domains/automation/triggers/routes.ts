import { type Context, type Endpoint, endpoints } from "../../../http/mount.ts";
import type { FiredBy } from "./firing.ts";
import { triggerOperations } from "./model.ts";
import type { TriggerService } from "./service.ts";

const trialMs = 30_000;

/** Where a condition can get its messages from. */
export interface ChatLists {
  channels(): Promise<{ id: string; name: string; isPrivate: boolean; members: number }[]>;
  bridgeChats(): Promise<{ id: string; name: string; isGroup: boolean }[]>;
}

export function triggerRoutes(triggers: TriggerService, chats: ChatLists): Endpoint[] {
  const idOf = ({ id }: { id: string }): number => Number(id);
  return endpoints(triggerOperations, {
    listTriggers: ({ query }) => triggers.list(query),
    async listTriggerChannels() {
      const channels = await chats.channels();
      return {
        channels: channels.map(({ id, name, isPrivate, members }) => ({
          id,
          name,
          is_private: isPrivate,
          num_members: members,
        })),
      };
    },
    async listBridgeChats() {
      const found = await chats.bridgeChats();
      return { chats: found.map(({ id, name, isGroup }) => ({ chat_id: id, name, is_group: isGroup })) };
    },
    previewTrigger: ({ body }) => triggers.preview(body.prompt_template, body.variables),
    previewSchedule: ({ body }) => triggers.previewSchedule(body.configuration),
    tryCondition: ({ body }) => triggers.tryOut(body, AbortSignal.timeout(trialMs)),
    sampleCondition: ({ body }) => triggers.sample(body),
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
