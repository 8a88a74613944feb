import { type Pagination, paginate } from "../../http/model.ts";
import type { PictureOf } from "../transcripts/index.ts";
import type { TimelineEntry } from "../transcripts/model.ts";
import { subagentCapture } from "./capture.ts";
import { subagentRefusal } from "./errors.ts";
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

interface SubagentDeps extends RecordingDeps {
  /** What the runtime of a session makes of stored lines; `from` is the number of the first. */
  entriesOf(sessionId: number, lines: readonly string[], from: number): TimelineEntry[];
  /** The same of a picture in one of them. */
  pictureIn(sessionId: number, line: string, wanted: PictureOf): Uint8Array | null;
}

/** What of an agent's record is stored, and when that last changed. */
export type SubagentSource = Pick<SubagentRow, "id" | "agentId" | "updatedAt">;

const timelineLines = 1_000;

/** The agents that sessions' agents started: taken over from the CLI's files, or recorded by a caller. */
export function subagentService(deps: SubagentDeps) {
  const { sessionId } = deps;
  const store = subagentStore(deps.database);

  function find(reference: string, id: number): SubagentRow {
    const row = store.find(sessionId(reference), id);
    if (!row) throw subagentRefusal("not_found");
    return row;
  }

  const raw = (id: number): string =>
    linesOf(store.parts(id))
      .map((line) => `${line}\n`)
      .join("");

  return {
    /** Follows the agents of a turn that is about to run. */
    follow: subagentCapture({ ...deps, store }),

    /** All of a session's, in their order. */
    list: (session: number): SubagentTranscript[] => store.list({ sessionId: session }).map(subagentView),

    /** The stored JSONL, redacted. */
    rawTranscript: raw,

    /** All of a session's, in their order. */
    sources: (session: number): SubagentSource[] => store.list({ sessionId: session }),

    /** Its stored lines, redacted. */
    lines: (id: number): string[] => linesOf(store.parts(id)),

    page(
      reference: string,
      query: Query,
    ): { subagent_transcripts: SubagentTranscript[]; pagination: Pagination } {
      const filter = {
        sessionId: sessionId(reference),
        status: query.status,
        subagentType: query.subagent_type,
      };
      const rows = store.list(filter, { limit: query.per_page, offset: (query.page - 1) * query.per_page });
      return {
        subagent_transcripts: rows.map(subagentView),
        pagination: paginate(store.count(filter), query),
      };
    },

    get(reference: string, id: number, withTranscript: boolean): SubagentTranscript {
      const row = find(reference, id);
      return { ...subagentView(row), ...(withTranscript && { transcript: raw(row.id) }) };
    },

    timeline(reference: string, id: number, from: number) {
      const row = find(reference, id);
      const lines = linesOf(store.parts(row.id));
      const page = lines.slice(from, from + timelineLines);
      return {
        subagent_transcript: subagentView(row),
        entries: deps.entriesOf(row.sessionId, page, from),
        to: Math.min(from, lines.length) + page.length,
        line_count: lines.length,
      };
    },

    /** The bytes of a picture; null where there is none. */
    picture(reference: string, id: number, wanted: PictureOf): Uint8Array | null {
      const row = find(reference, id);
      const line = linesOf(store.parts(row.id))[wanted.line];
      return line === undefined ? null : deps.pictureIn(row.sessionId, line, wanted);
    },

    ...subagentRecording(deps, store, find),
  };
}
