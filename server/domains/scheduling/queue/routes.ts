import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { queueOperations } from "./model.ts";
import type { SpotQueueService } from "./service.ts";

export const spotQueueRoutes = (queue: SpotQueueService): Endpoint[] =>
  endpoints(queueOperations, {
    listSpotQueue: () => queue.list(),
    pauseAll: (_input, { actor }) => queue.pauseAll(actor),
    resumeAll: (_input, { actor }) => queue.resumeAll(actor),
    startNow: ({ params }, { actor }) => queue.startNow(params.id, actor),
    forceStart: ({ params, body }, { actor }) => queue.forceStart(params.id, body, actor),
    reorderPrecedence: ({ params, body }) => queue.reorder(params.id, body),
    reorderUserView: ({ body }, { actor }) =>
      queue.reorderAll(body.session_ids, { reason: body.reason, by: actor }),
    pauseIntoSpotQueue: ({ params, body }, { actor }) => queue.pauseIntoQueue(params.id, body.prompt, actor),
  });
