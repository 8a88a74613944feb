import { type Endpoint, endpoints, Reply } from "../../../http/mount.ts";
import { originWords } from "../../../http/turn-origin.ts";
import type { MessageService } from "../messages/index.ts";
import { messageView } from "../messages/index.ts";
import { messageOperations } from "../messages/model.ts";
import type { Delivered } from "./delivery.ts";
import { turnRefusal } from "./errors.ts";
import { turnOperations } from "./model.ts";
import type { TurnService } from "./service.ts";
import { text } from "./text.ts";

function answer({
  delivered,
  ...body
}: Delivered): Omit<Delivered, "delivered"> | Reply<Omit<Delivered, "delivered">> {
  return delivered ? body : new Reply(202, body);
}

export function turnRoutes(turns: TurnService): Endpoint[] {
  return endpoints(turnOperations, {
    followUp: async ({ params, body }, { actor, request }) =>
      answer(await turns.followUp(params.id, { ...body, cameFrom: originWords(request) }, actor)),
    messageParent: async ({ params, body }) => answer(await turns.messageParent(params.id, body)),
    pauseSession: async ({ params }, { actor }) => ({
      session: await turns.pause(params.id, actor),
      message: text.answers.paused,
    }),
    stopBackgroundTask: async ({ params }, { actor }) => {
      await turns.stopBackgroundTask(params.id, params.task, actor);
      return { message: text.answers.taskStopped };
    },
    sleepSession: ({ params }) => {
      const session = turns.sleep(params.id);
      const asleep = session.status === "waiting";
      return {
        session,
        message: asleep ? text.answers.asleep : text.answers.willSleep,
      };
    },
    restartSession: async ({ params, body }, { actor }) => ({
      session: await turns.restart(params.id, actor, body),
      message: text.answers.restarted,
    }),
    archiveSession: ({ params, body }, { actor }) => turns.archive(params.id, body, actor),
    bulkArchiveSessions: ({ body }, { actor }) => {
      const { session_ids, ...options } = body;
      if (!session_ids || session_ids.length === 0) throw turnRefusal("session_ids_missing");
      return turns.bulkArchive({ session_ids, ...options }, actor);
    },
    refreshSession: ({ params }, { actor }) => turns.refresh(params.id, actor),
    refreshAllSessions: (_input, { actor }) => turns.refreshAll(actor),
    unarchiveSession: ({ params }) => turns.unarchive(params.id),
    listTurns: ({ params }) => ({ turns: turns.list(params.id) }),
  });
}

/** The queue's routes are here because a message that arrives or interrupts starts a turn. */
export function messageRoutes(deps: {
  messages: MessageService;
  turns: TurnService;
  resolve(reference: string): number;
}): Endpoint[] {
  const { messages, turns, resolve } = deps;
  return endpoints(messageOperations, {
    listMessages: ({ params, query }) => messages.list(resolve(params.id), query),
    getMessage: ({ params }) => ({
      enqueued_message: messageView(messages.find(resolve(params.id), Number(params.mid))),
    }),
    createMessage: async ({ params, body }, { actor }) => ({
      enqueued_message: await turns.enqueue(params.id, body, actor),
    }),
    updateMessage: ({ params, body: change }, { actor }) => ({
      enqueued_message: turns.edit(params.id, Number(params.mid), { change, actor }),
    }),
    deleteMessage: ({ params }) => turns.withdraw(params.id, Number(params.mid)),
    reorderMessage: ({ params, body }) => ({
      enqueued_message: messageView(messages.reorder(resolve(params.id), Number(params.mid), body.position)),
    }),
    interruptWithMessage: async ({ params, body }, { actor }) => ({
      session: await turns.interrupt(params.id, Number(params.mid), {
        acting: body.acting_session_id,
        actor,
      }),
      message: text.answers.interrupted,
    }),
  });
}
