import { subagentOperations } from "../../../../server/domains/transcripts/subagents/model.ts";
import { type CallOptions, callApi } from "../../../lib/client.ts";

export const subagentKeys = {
  list: (sessionId: number) => ["subagents", sessionId] as const,
  one: (sessionId: number, id: number) => ["subagents", sessionId, id] as const,
};

const perPage = 100;

export const listSubagents = (sessionId: number, page: number, options: CallOptions) =>
  callApi(
    subagentOperations.listSubagents,
    { params: { session_id: String(sessionId) }, query: { page, per_page: perPage } },
    options,
  );

interface LinesWanted {
  sessionId: number;
  id: number;
  from: number;
}

export const subagentLines = ({ sessionId, id, from }: LinesWanted, options: CallOptions) =>
  callApi(
    subagentOperations.getSubagentTimeline,
    { params: { session_id: String(sessionId), id: String(id) }, query: { from } },
    options,
  );
