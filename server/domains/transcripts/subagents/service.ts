import { type Pagination, paginate } from "../../../http/model.ts";
import { smallLines } from "../transcripts/index.ts";
import { subagentCapture } from "./capture.ts";
import { subagentRefusal } from "./errors.ts";
import type { SubagentTranscript } from "./model.ts";
import { linesOf } from "./parts.ts";
import { type ReadingDeps, subagentReading } from "./reading.ts";
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

type SubagentDeps = RecordingDeps & ReadingDeps;

/** A subagent's stored record, and when it last changed. */
export type SubagentSource = Pick<SubagentRow, "id" | "agentId" | "updatedAt">;

/** Subagents: copied from the CLI's files, or recorded by an API caller. */
export function subagentService(deps: SubagentDeps) {
  const { sessionId } = deps;
  const store = subagentStore(deps.database);

  function find(reference: string, id: number): SubagentRow {
    const row = store.find(sessionId(reference), id);
    if (!row) throw subagentRefusal("not_found");
    return row;
  }

  return {
    /** Follows the subagents of a turn that is about to run. */
    follow: subagentCapture({ ...deps, store }),

    /** All subagents of a session, oldest first. */
    list: (session: number): SubagentTranscript[] => store.list({ sessionId: session }).map(subagentView),

    /** All subagents of a session, oldest first. */
    sources: (session: number): SubagentSource[] => store.list({ sessionId: session }),

    /** A subagent's stored, redacted lines. */
    lines: (id: number): string[] => linesOf(store.parts(id)),
    /** With the large lines shortened, for what runs unasked. */
    async boundedLines(id: number): Promise<string[]> {
      const lines: string[] = [];
      for (const part of store.parts(id)) lines.push(...(await smallLines(part)));
      return lines;
    },

    page(
      reference: string,
      query: Query,
    ): { subagent_transcripts: SubagentTranscript[]; pagination: Pagination } {
      // An empty parameter does not filter.
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

    ...subagentReading(deps, store, find),
    ...subagentRecording(deps, store, find),
  };
}
