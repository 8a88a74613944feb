import { z } from "zod";
import { backwardsQuery, operation } from "../../../http/model.ts";
import { sessionRef } from "../../sessions/sessions/model.ts";

/** One entry of the timeline, the same for every runtime. `index` is its line in the transcript (R77). */
export const timelineEntry = z
  .object({
    /** `<line index>.<position within the line>`; stable, so that live and reloaded entries merge. */
    id: z.string(),
    index: z.number().int(),
    timestamp: z.string().nullable(),
    /** The conversation's tokens with this line, as the CLI counts them; absent if the CLI does not say. */
    tokens: z.number().int().optional(),
    event: z.discriminatedUnion("type", [
      z.object({ type: z.literal("user"), text: z.string(), images: z.number().int() }),
      z.object({
        type: z.literal("assistant"),
        text: z.string(),
        model: z.string().nullable(),
        stopReason: z.string().nullable(),
      }),
      z.object({ type: z.literal("thinking"), text: z.string(), redacted: z.boolean() }),
      z.object({
        type: z.literal("tool_call"),
        callId: z.string(),
        name: z.string(),
        input: z.unknown(),
        /** A script whose calls have entries of their own; `only_call`: named after the one call that it makes. */
        script: z.enum(["only_call", "script"]).optional(),
        /** A script made this call; since when it ran, if that is known. */
        inScript: z.object({ startedAt: z.string().nullable() }).optional(),
      }),
      z.object({
        type: z.literal("tool_result"),
        callId: z.string(),
        text: z.string(),
        isError: z.boolean(),
        /** The exit code of a command that failed, if the CLI says it. */
        exitCode: z.number().int().optional(),
        /** Its process was ended, and how it would have ended is not known. */
        cutOff: z.literal(true).optional(),
        /** The command goes on after this result. */
        runsOn: z.literal(true).optional(),
        /** Pictures in the result; absent if there are none. */
        images: z.number().int().optional(),
        /** MCP apps in the result; absent if there are none. */
        apps: z.number().int().optional(),
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
      z.object({
        type: z.literal("notice"),
        text: z.string(),
        /** The CLI's file has it as a person's prompt, and nobody sent it: the agent's own process wrote it. */
        unsent: z.boolean().optional(),
        /** The CLI tells this its model in every conversation, such as its system prompt. */
        setup: z.literal(true).optional(),
      }),
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
  /** The CLI's file has it as a person's prompt, and nobody sent it: the agent's own process wrote it. Else absent. */
  unsent_prompt: z.boolean().optional(),
  transcript_index: z.number().int(),
});
export type ConversationMessage = z.infer<typeof conversationMessage>;

export const timelineMatches = z.object({
  /** Ascending. */
  lines: z.array(z.number().int()),
  /** Lines stored so far, all of them searched unless truncated. */
  line_count: z.number().int(),
  /** There are more. */
  truncated: z.boolean(),
});
export type TimelineMatches = z.infer<typeof timelineMatches>;

const timelinePrompt = z.object({
  index: z.number().int(),
  timestamp: z.string().nullable(),
  /** Its beginning. */
  text: z.string(),
});
export type TimelinePrompt = z.infer<typeof timelinePrompt>;

const readingCopy = {
  params: sessionRef,
  query: z.object({ format: z.string().optional() }),
  response: z.object({ transcript_text: z.string() }),
  errors: [404],
} as const;

/** PNG, JPEG, GIF or WebP, by its bytes and not by its declared type. */
export const pictureFile = { kind: "binary", contentType: "image/*" } as const;

export const appPage = { kind: "binary", contentType: "text/html" } as const;

const ordinal = z.string().regex(/^\d{1,9}$/);
/** A picture or an app of a timeline entry: the two numbers of the entry's id, and which of its own, from 0. */
export const pictureRef = { line: ordinal, position: ordinal, number: ordinal };

export const transcriptOperations = {
  getTranscript: operation({
    id: "getTranscript",
    method: "get",
    path: "/sessions/{id}/transcript",
    source: "E34",
    summary: "Get the transcript as readable text in JSON; format=text returns plain text",
    callers: ["api", "native"],
    ...readingCopy,
  }),
  /** The published client omits the prefix and sends its key as a bearer token. */
  getTranscriptUnprefixed: operation({
    id: "getTranscriptUnprefixed",
    method: "get",
    base: "root",
    path: "/sessions/{id}/transcript",
    keyIn: "bearer",
    source: "E34",
    summary: "Get the transcript at the address that the published client uses",
    callers: ["api"],
    ...readingCopy,
  }),
  getConversation: operation({
    id: "getConversation",
    method: "get",
    path: "/sessions/{id}/conversation",
    source: "E35",
    summary: "List the messages of the conversation by position, newest page first",
    callers: ["api", "native"],
    params: sessionRef,
    query: z.object({
      ...backwardsQuery,
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
      "List the timeline entries of transcript lines `from` (inclusive) to `to` (exclusive), by default of the newest page",
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
  timelinePicture: operation({
    id: "timelinePicture",
    method: "get",
    path: "/sessions/{id}/timeline/{line}/{position}/pictures/{number}",
    summary: "Get a picture of a timeline entry, from a prompt or a tool result",
    callers: ["board"],
    params: sessionRef.extend(pictureRef),
    response: pictureFile,
    errors: [404],
  }),
  timelineApp: operation({
    id: "timelineApp",
    method: "get",
    path: "/sessions/{id}/timeline/{line}/{position}/apps/{number}",
    summary:
      "Get the page of an MCP app in a tool result, if its server is allowed: a document without an origin",
    callers: ["board"],
    params: sessionRef.extend(pictureRef),
    response: appPage,
    errors: [404],
  }),
  searchTimeline: operation({
    id: "searchTimeline",
    method: "get",
    path: "/sessions/{id}/timeline/search",
    summary: "Find the lines of the whole transcript that contain a text, ignoring case",
    callers: ["board"],
    params: sessionRef,
    query: z.object({
      text: z.string().min(1).max(500),
      /** Kinds of events, separated by commas; all by default. */
      types: z.string().max(200).optional(),
      /** Lines before this one are skipped. */
      from: z.coerce.number<number>().int().min(0).default(0),
    }),
    response: timelineMatches,
    errors: [404],
  }),
  listPrompts: operation({
    id: "listPrompts",
    method: "get",
    path: "/sessions/{id}/timeline/prompts",
    summary: "List the prompts of a transcript with their lines, oldest first",
    callers: ["board"],
    params: sessionRef,
    response: z.object({
      prompts: z.array(timelinePrompt),
      line_count: z.number().int(),
      /** Earlier ones were left out. */
      truncated: z.boolean(),
    }),
    errors: [404],
  }),
} as const;
