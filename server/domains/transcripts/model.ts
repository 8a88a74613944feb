import { z } from "zod";
import { operation } from "../../http/model.ts";
import { sessionRef } from "../sessions/model.ts";

/** One entry of the timeline, the same for every runtime. `index` is its line in the transcript (R77). */
export const timelineEntry = z
  .object({
    /** `<line index>.<position within the line>`; stable, so that live and reloaded entries merge. */
    id: z.string(),
    index: z.number().int(),
    timestamp: z.string().nullable(),
    event: z.discriminatedUnion("type", [
      z.object({ type: z.literal("user"), text: z.string(), images: z.number().int() }),
      z.object({
        type: z.literal("assistant"),
        text: z.string(),
        model: z.string().nullable(),
        stopReason: z.string().nullable(),
      }),
      z.object({ type: z.literal("thinking"), text: z.string(), redacted: z.boolean() }),
      z.object({ type: z.literal("tool_call"), callId: z.string(), name: z.string(), input: z.unknown() }),
      z.object({
        type: z.literal("tool_result"),
        callId: z.string(),
        text: z.string(),
        isError: z.boolean(),
      }),
      z.object({
        type: z.literal("subagent"),
        callId: z.string(),
        agent: z.string(),
        description: z.string(),
      }),
      z.object({
        type: z.literal("compaction"),
        trigger: z.enum(["auto", "manual"]).nullable(),
        summary: z.string().nullable(),
      }),
      z.object({ type: z.literal("error"), message: z.string() }),
      z.object({ type: z.literal("notice"), text: z.string() }),
      z.object({ type: z.literal("system"), subtype: z.string(), detail: z.unknown() }),
    ]),
  })
  .meta({ id: "TimelineEntry" });
export type TimelineEntry = z.infer<typeof timelineEntry>;

export const conversationMessage = z.object({
  role: z.enum(["user", "assistant"]),
  content: z.string(),
  timestamp: z.string().nullable(),
  has_tool_use: z.boolean(),
  has_tool_result: z.boolean(),
  transcript_index: z.number().int(),
});
export type ConversationMessage = z.infer<typeof conversationMessage>;

const readingCopy = {
  params: sessionRef,
  query: z.object({ format: z.string().optional() }),
  response: z.object({ transcript_text: z.string() }),
  errors: [404],
} as const;

export const transcriptOperations = {
  getTranscript: operation({
    id: "getTranscript",
    method: "get",
    path: "/sessions/{id}/transcript",
    source: "E34",
    summary: "A reading copy of the transcript; format=text answers plain text",
    callers: ["api", "native"],
    ...readingCopy,
  }),
  /** The published client leaves the prefix out and sends its key as a bearer token. */
  getTranscriptUnprefixed: operation({
    id: "getTranscriptUnprefixed",
    method: "get",
    base: "root",
    path: "/sessions/{id}/transcript",
    bearerKey: true,
    source: "E34",
    summary: "The same, as the published client asks for it",
    callers: ["api"],
    ...readingCopy,
  }),
  getConversation: operation({
    id: "getConversation",
    method: "get",
    path: "/sessions/{id}/conversation",
    source: "E35",
    summary: "What was said, newest page first, by position",
    callers: ["api", "native"],
    params: sessionRef,
    query: z.object({
      limit: z.coerce
        .number<number>()
        .catch(50)
        .transform((n) => Math.min(Math.max(Math.trunc(n) || 50, 1), 200))
        .default(50),
      /** Not a position: the newest page, as without it (X34). */
      before: z.coerce.number<number>().int().optional().catch(undefined),
      full_content: z.string().optional(),
    }),
    response: z.object({
      messages: z.array(conversationMessage),
      total: z.number().int(),
      first_position: z.number().int(),
      truncated: z.boolean(),
    }),
    errors: [404],
  }),
  getTimeline: operation({
    id: "getTimeline",
    method: "get",
    path: "/sessions/{id}/timeline",
    summary:
      "Timeline entries of transcript lines `from` (inclusive) to `to` (exclusive); the newest page without either",
    callers: ["board"],
    params: sessionRef,
    query: z.object({
      from: z.coerce.number<number>().int().min(0).optional(),
      to: z.coerce.number<number>().int().min(0).optional(),
      limit: z.coerce.number<number>().int().min(1).max(1_000).default(300),
    }),
    response: z.object({
      entries: z.array(timelineEntry),
      /** First and one past the last line covered by `entries`. */
      from: z.number().int(),
      to: z.number().int(),
      /** Lines stored so far. */
      line_count: z.number().int(),
    }),
    errors: [404],
  }),
} as const;
