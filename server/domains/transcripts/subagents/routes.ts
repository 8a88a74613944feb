import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { pictureAnswer, pictureOf } from "../transcripts/index.ts";
import { subagentOperations } from "./model.ts";
import type { SubagentService } from "./service.ts";

export function subagentRoutes(subagents: SubagentService): Endpoint[] {
  return endpoints(subagentOperations, {
    listSubagents: ({ params, query }) => subagents.page(params.session_id, query),
    getSubagent: ({ params, query }) =>
      subagents.show(params.session_id, Number(params.id), query.include_transcript === true),
    getSubagentTimeline: ({ params, query }) =>
      subagents.timeline(params.session_id, Number(params.id), query.from),
    subagentPicture: async ({ params }, { response }) =>
      pictureAnswer(
        response,
        await subagents.picture(params.session_id, Number(params.id), pictureOf(params)),
      ),
    createSubagent: async ({ params, body }) => ({
      subagent_transcript: await subagents.create(params.session_id, body),
    }),
    updateSubagent: async ({ params, body }) => ({
      subagent_transcript: await subagents.update(params.session_id, Number(params.id), body),
    }),
    deleteSubagent: ({ params }) => subagents.remove(params.session_id, Number(params.id)),
  });
}
