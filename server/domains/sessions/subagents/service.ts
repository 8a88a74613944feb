import { type Pagination, paginate } from "../../../http/model.ts";
import { subagentCapture } from "./capture.ts";
import { subagentRefusal } from "./errors.ts";
import { type LookingDeps, subagentLooking } from "./looking.ts";
import type { SubagentTranscript } from "./model.ts";
import { linesOf } from "./parts.ts";
import { type RecordingDeps, subagentRecording } from "./recording.ts";
import { type SubagentRow, subagentStore } from "./store.ts";
import { subagentView } from "./view.ts";

export type SubagentService = ReturnType<typeof subagentService>;

interface Query {
  status?: string | undefined;
  subagent_type?: string | undefined;
  page: number;
  per_page: number;
}

type SubagentDeps = RecordingDeps & LookingDeps;

/** What of an agent's record is stored, and when that last changed. */
export type SubagentSource = Pick<SubagentRow, "id" | "agentId" | "updatedAt">;

/** The agents that sessions' agents started: taken over from the CLI's files, or recorded by a caller. */
export function subagentService(deps: SubagentDeps) {
  const { sessionId } = deps;
  const store = subagentStore(deps.database);

  function find(reference: string, id: number): SubagentRow {
    const row = store.find(sessionId(reference), id);
    if (!row) throw subagentRefusal("not_found");
    return row;
  }

  return {
    /** Follows the agents of a turn that is about to run. */
    follow: subagentCapture({ ...deps, store }),

    /** All of a session's, in their order. */
    list: (session: number): SubagentTranscript[] => store.list({ sessionId: session }).map(subagentView),

    /** All of a session's, in their order. */
    sources: (session: number): SubagentSource[] => store.list({ sessionId: session }),

    /** Its stored lines, redacted. */
    lines: (id: number): string[] => linesOf(store.parts(id)),

    page(
      reference: string,
      query: Query,
    ): { subagent_transcripts: SubagentTranscript[]; pagination: Pagination } {
      // A parameter without a value filters nothing.
      const filter = {
        sessionId: sessionId(reference),
        status: query.status || undefined,
        subagentType: query.subagent_type || undefined,
      };
      const rows = store.list(filter, { limit: query.per_page, offset: (query.page - 1) * query.per_page });
      return {
        subagent_transcripts: rows.map(subagentView),
        pagination: paginate(store.count(filter), query),
      };
    },

    ...subagentLooking(deps, store, find),
    ...subagentRecording(deps, store, find),
  };
}
