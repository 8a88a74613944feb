import { type Context, type Endpoint, endpoints, Reply } from "../../../http/mount.ts";
import { backlogOperations, type SourceName } from "./model.ts";
import type { BacklogCaller, BacklogService } from "./service.ts";

export const backlogRoutes = (backlog: BacklogService): Endpoint[] =>
  endpoints(backlogOperations, {
    listBacklogItems: ({ query }) => backlog.list(query),
    getBacklogItem: ({ params }) => ({ work_backlog_item: backlog.get(params.id) }),
    createBacklogItem({ body }, context) {
      const { item, isNew } = backlog.create(body, callerOf(context));
      return new Reply(isNew ? 201 : 200, { work_backlog_item: item });
    },
    pullBacklogItems: ({ body }, context) => backlog.pull(body, callerOf(context)),
    holdBacklogItem: ({ params, body }, { actor }) => ({
      work_backlog_item: backlog.hold(params.id, body.question, actor),
    }),
    releaseBacklogItem: ({ params, body }, { actor }) => ({
      work_backlog_item: backlog.release(params.id, body.answer, actor),
    }),
    startBacklogItem: ({ params }, { actor }) => backlog.startNow(params.id, actor),
    pinBacklogItem: ({ params, body }) => ({ work_backlog_item: backlog.pin(params.id, body.precedence) }),
    unpinBacklogItem: ({ params }) => ({ work_backlog_item: backlog.unpin(params.id) }),
    removeBacklogItem: ({ params, body }, { actor }) => ({
      work_backlog_item: backlog.remove(params.id, body.reason, actor),
    }),
    restoreBacklogItem: ({ params }) => ({ work_backlog_item: backlog.restore(params.id) }),
    placeBacklogItem: ({ params, body }) => backlog.place(params.id, body),
  });

const callerOf = ({ actor, agentSession, request }: Context): BacklogCaller => ({
  actor,
  agentSession: agentSession ?? null,
  via: viaOf(actor.kind === "board", request.originalUrl),
});

const viaOf = (isBoard: boolean, address: string): SourceName => {
  if (isBoard) return "board";
  return address.startsWith("/mcp") ? "mcp" : "api";
};
