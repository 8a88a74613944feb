import { z } from "zod";
import { noContent, operation, pageQuery, pagination, queryFlag } from "../../../http/model.ts";
import { pictureFile, pictureRef, timelineEntry } from "../transcripts/model.ts";

export const subagentStatus = z.enum(["running", "completed", "failed"]);
export type SubagentStatus = z.infer<typeof subagentStatus>;

/** A subagent: an agent that a session's agent started. */
export const subagentTranscript = z
  .object({
    id: z.number().int(),
    session_id: z.number().int(),
    agent_id: z.string(),
    tool_use_id: z.string().nullable(),
    filename: z.string().nullable(),
    message_count: z.number().int(),
    subagent_type: z.string().nullable(),
    description: z.string().nullable(),
    status: subagentStatus.nullable(),
    duration_ms: z.number().int().nullable(),
    total_tokens: z.number().int().nullable(),
    tool_use_count: z.number().int().nullable(),
    formatted_duration: z.string().nullable(),
    formatted_tokens: z.string().nullable(),
    display_label: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    /** JSONL, redacted; only on request. */
    transcript: z.string().optional(),
  })
  .meta({ id: "SubagentTranscript" });
export type SubagentTranscript = z.infer<typeof subagentTranscript>;

const word = z.string().max(500);
const figure = z.number().int().min(0);
const agentId = z.string("Agent id is required").trim().min(1, "Agent id is required").max(200);

const recordedFields = {
  tool_use_id: word.nullish(),
  filename: word.nullish(),
  subagent_type: word.nullish(),
  description: z.string().max(5_000).nullish(),
  status: subagentStatus.nullish(),
  message_count: figure.nullish(),
  duration_ms: figure.nullish(),
  total_tokens: figure.nullish(),
  tool_use_count: figure.nullish(),
  transcript: z.string().nullish(),
};

export const newSubagent = z.object({ agent_id: agentId, ...recordedFields });
export type NewSubagent = z.infer<typeof newSubagent>;

/** Absent = unchanged. */
export const subagentPatch = z.object({ agent_id: agentId.optional(), ...recordedFields });
export type SubagentPatch = z.infer<typeof subagentPatch>;

const sessionRef = z.object({ session_id: z.string().min(1).max(300) });
const subagentRef = sessionRef.extend({ id: z.string().regex(/^\d{1,15}$/) });
const one = z.object({ subagent_transcript: subagentTranscript });
const bodyLimit = 8 * 1024 * 1024;

export const subagentOperations = {
  listSubagents: operation({
    id: "listSubagents",
    method: "get",
    path: "/sessions/{session_id}/subagent_transcripts",
    source: "E41",
    summary: "List the subagents of a session, oldest first",
    callers: ["api", "native"],
    params: sessionRef,
    query: z.object({ status: z.string().optional(), subagent_type: z.string().optional(), ...pageQuery }),
    response: z.object({ subagent_transcripts: z.array(subagentTranscript), pagination }),
    errors: [404],
  }),
  getSubagent: operation({
    id: "getSubagent",
    method: "get",
    path: "/sessions/{session_id}/subagent_transcripts/{id}",
    source: "E42",
    summary: "Get a subagent; include_transcript=true adds its lines",
    callers: ["api", "native"],
    params: subagentRef,
    query: z.object({ include_transcript: queryFlag() }),
    response: one,
    errors: [404],
  }),
  getSubagentTimeline: operation({
    id: "getSubagentTimeline",
    method: "get",
    path: "/sessions/{session_id}/subagent_transcripts/{id}/timeline",
    summary: "Get a subagent with the timeline entries of up to 1000 lines, starting at line `from`",
    callers: ["board"],
    params: subagentRef,
    query: z.object({ from: z.coerce.number<number>().int().min(0).default(0) }),
    response: one.extend({
      entries: z.array(timelineEntry),
      /** One past the last line that `entries` covers. */
      to: z.number().int(),
      line_count: z.number().int(),
    }),
    errors: [404],
  }),
  subagentPicture: operation({
    id: "subagentPicture",
    method: "get",
    path: "/sessions/{session_id}/subagent_transcripts/{id}/timeline/{line}/{position}/pictures/{number}",
    summary: "Get a picture of a timeline entry of a subagent",
    callers: ["board"],
    params: subagentRef.extend(pictureRef),
    response: pictureFile,
    errors: [404],
  }),
  createSubagent: operation({
    id: "createSubagent",
    method: "post",
    path: "/sessions/{session_id}/subagent_transcripts",
    source: "E43",
    summary: "Record a subagent that ran elsewhere; its text is stored redacted",
    callers: ["api"],
    params: sessionRef,
    body: newSubagent,
    bodyLimit,
    response: one,
    status: 201,
    errors: [404],
  }),
  updateSubagent: operation({
    id: "updateSubagent",
    method: "patch",
    path: "/sessions/{session_id}/subagent_transcripts/{id}",
    source: "E44",
    summary: "Change the record of a subagent",
    callers: ["api"],
    params: subagentRef,
    body: subagentPatch,
    bodyLimit,
    response: one,
    errors: [404],
  }),
  deleteSubagent: operation({
    id: "deleteSubagent",
    method: "delete",
    path: "/sessions/{session_id}/subagent_transcripts/{id}",
    source: "E45",
    summary: "Remove the record of a subagent",
    callers: ["api"],
    params: subagentRef,
    response: noContent,
    status: 204,
    errors: [404],
  }),
} as const;
