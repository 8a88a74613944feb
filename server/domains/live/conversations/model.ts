import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { liveModes } from "../settings/model.ts";

export const liveStatuses = ["preparing", "active", "ended", "failed"] as const;
export type LiveStatus = (typeof liveStatuses)[number];

export const liveRoles = ["user", "assistant", "tool"] as const;
export type LiveRole = (typeof liveRoles)[number];

export const listeningModes = ["always", "wake_word", "dynamic"] as const;
export type ListeningMode = (typeof listeningModes)[number];

export const liveMessageMax = 8_000;
/** Of one tool call, in characters of its JSON. */
export const toolArgumentsMax = 32 * 1024;
/** How long a person has to answer whether an act may be done. */
export const cardSeconds = 60;

const id = z.number().int();
const instantText = z.string();
const mode = z.enum(liveModes);
const instructionsFrom = z.enum(["agent_root", "service_default"]);

/** An act that a person is asked about before it is done. */
export const liveCard = z.object({
  /** `expired`: nobody answered in time, and nothing was done. */
  state: z.enum(["open", "done", "refused", "expired"]),
  /** What would be done, in a few words. */
  act: z.string(),
  reason: z.enum(["irreversible", "expensive", "many_sessions"]),
  expires_at: instantText,
});
export type LiveCard = z.infer<typeof liveCard>;

export const conversationTurn = z
  .object({
    id,
    role: z.enum(liveRoles),
    source: z.enum(["typed", "spoken"]),
    content: z.string(),
    tool_name: z.string().nullable(),
    call_id: z.string().nullable(),
    tool_arguments: z.string().nullable(),
    tool_output: z.string().nullable(),
    tool_error: z.string().nullable(),
    created_at: instantText,
    /** The place in the conversation: a spoken line may arrive after the answer to it. */
    position: z.number().int(),
    /** The person spoke while it was said: `content` is what was heard. */
    interrupted: z.boolean(),
    /** The rest of an interrupted answer, which nobody heard; null otherwise. It is never sent to a model. */
    unheard: z.string().nullable(),
    /** Of a typed message: whether its answer is on the way, there, or failed. Null for other turns. */
    reply: z.enum(["pending", "done", "failed"]).nullable(),
    /** Why there is no answer. */
    reply_error: z.string().nullable(),
    card: liveCard.nullable(),
    /** The sessions that a tool read or changed. */
    session_ids: z.array(id),
  })
  .meta({ id: "ConversationTurn" });
export type ConversationTurn = z.infer<typeof conversationTurn>;

export const liveConversation = z
  .object({
    id,
    /** The current mode. */
    mode,
    /** Whether it is spoken now. */
    voice: z.boolean(),
    label: z.string(),
    mode_label: z.string(),
    status: z.enum(liveStatuses),
    title: z.string().nullable(),
    agent_root: z.string(),
    /** Follows the mode. */
    model: z.string(),
    instructions_source: instructionsFrom,
    mode_styles: z.object({ text: instructionsFrom, voice: instructionsFrom }),
    mcp_servers: z.array(z.string()),
    /** The number of the newest call; 0 before the first. A page in an earlier one lets it go. */
    call: z.number().int(),
    /** Whether an answer is being written. */
    responding: z.boolean(),
    error_message: z.string().nullable(),
    created_at: instantText,
    updated_at: instantText,
    last_activity_at: instantText,
    ended_at: instantText.nullable(),
    /** US dollars so far, by the list prices. */
    cost_dollars: z.number(),
  })
  .meta({ id: "LiveConversation" });
export type LiveConversation = z.infer<typeof liveConversation>;

export const liveConversationWithTurns = liveConversation.extend({ turns: z.array(conversationTurn) });
export type LiveConversationWithTurns = z.infer<typeof liveConversationWithTurns>;

const prerequisites = {
  agent_root: z.string(),
  available: z.boolean(),
  key_configured: z.boolean(),
  /** When the provider refused the key; null once it accepted it. The next use asks it again. */
  key_refused_at: z.string().nullable(),
  root_present: z.boolean(),
  /** What may be wrong although it is available, as a sentence. */
  warning: z.string().nullable(),
  /** Why it is not available, in sentences. */
  reasons: z.array(z.string()),
};

export const liveAvailability = z
  .object({
    label: z.string(),
    ...prerequisites,
    modes: z.array(z.object({ mode, label: z.string(), model: z.string(), ...prerequisites })),
  })
  .meta({ id: "LiveAvailability" });
export type LiveAvailability = z.infer<typeof liveAvailability>;

/** A function of the provider's protocol. */
export const liveTool = z
  .object({
    type: z.literal("function"),
    name: z.string(),
    description: z.string(),
    parameters: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "LiveTool" });
export type LiveTool = z.infer<typeof liveTool>;

/** The `session` of the provider's `session.update`. */
const providerSession = z.record(z.string(), z.unknown());
const wrapped = z.object({ live_conversation: liveConversation });
const byId = z.object({ id: z.string().regex(/^\d{1,15}$/) });
/** What the caller can do with a call that does not answer everything it hears. */
const supported = { listening_modes: z.array(z.string().max(40)).max(10).nullish() };
const anyMode = z.object({ mode: z.string().max(40).nullish() });

/** Where a turn is in a call: `call` as the client secret's answer has it, `item` counted from 0. */
const place = {
  call: z.number().int().min(0).max(1_000_000).nullish(),
  item: z.number().int().min(0).max(999_999).nullish(),
};

export const clientSecret = z.object({
  client_secret: z.string(),
  expires_at: instantText,
  model: z.string(),
  calls_url: z.string(),
  websocket_url: z.string(),
  tools: z.array(liveTool),
  settings_warning: z.string().optional(),
  listening: z.enum(listeningModes).optional(),
  /** Counts the calls of the conversation; send it with turns and tool calls. */
  call: z.number().int(),
  /** Minutes of silence after which the page ends the call. */
  idle_minutes: z.number(),
  push_to_talk: z.boolean(),
  /** What addresses a call that listens for it. */
  wake_word: z.string(),
  /** What a new call has to know of the conversation so far, to be added as an item; null at its beginning. */
  recap: z.string().nullable(),
});
export type ClientSecret = z.infer<typeof clientSecret>;

export const toolCallAnswer = z.object({
  output: z.string().nullable(),
  error: z.string().nullable(),
  tools_changed: z.boolean(),
  turn_id: id,
  tools: z.array(liveTool).optional(),
  session: providerSession.optional(),
});
export type ToolCallAnswer = z.infer<typeof toolCallAnswer>;

export const spokenTurnAnswer = z.object({
  respond: z.boolean(),
  dropped: z.literal(true).optional(),
  turn: conversationTurn.optional(),
});
export type SpokenTurnAnswer = z.infer<typeof spokenTurnAnswer>;

const tokens = z.number().int().min(0).max(100_000_000).default(0);
export const callUsage = z.object({
  response_id: z.string().min(1).max(200),
  text_input_tokens: tokens,
  text_cached_tokens: tokens,
  text_output_tokens: tokens,
  audio_input_tokens: tokens,
  audio_cached_tokens: tokens,
  audio_output_tokens: tokens,
});
export type CallUsage = z.output<typeof callUsage>;

export const spending = z.object({
  /** US dollars of this conversation, by the list prices. */
  cost_dollars: z.number(),
  limit_dollars: z.number(),
  today_dollars: z.number(),
  day_limit_dollars: z.number(),
  /** A limit is reached: no further answer is given. */
  is_over: z.boolean(),
});
export type LiveSpending = z.infer<typeof spending>;

const human = { callers: ["human"] } as const;
const reads = { callers: ["api", "native"] } as const;

export const liveConversationOperations = {
  getLive: operation({
    id: "getLive",
    method: "get",
    path: "/live",
    source: "E90",
    summary: "Whether live conversations are available, and why not",
    ...reads,
    response: liveAvailability,
  }),
  listLiveConversations: operation({
    id: "listLiveConversations",
    method: "get",
    path: "/live_conversations",
    source: "E91",
    summary: "The newest 20 live conversations, and the open one",
    ...reads,
    response: z.object({
      live_conversations: z.array(liveConversation),
      current_id: id.nullable(),
      current: z.partialRecord(mode, id),
    }),
  }),
  startLiveConversation: operation({
    id: "startLiveConversation",
    method: "post",
    path: "/live_conversations",
    source: "E92",
    summary: "Start a live conversation; ends the open one",
    ...human,
    body: anyMode,
    response: wrapped,
    status: 201,
    errors: [403, 503],
  }),
  getLiveConversation: operation({
    id: "getLiveConversation",
    method: "get",
    path: "/live_conversations/{id}",
    source: "E93",
    summary: "A live conversation with its turns, or with those after one",
    ...reads,
    params: byId,
    query: z.object({ after_turn_id: z.coerce.number<string>().int().min(0).optional().catch(undefined) }),
    response: z.object({ live_conversation: liveConversationWithTurns }),
    errors: [404],
  }),
  setLiveMode: operation({
    id: "setLiveMode",
    method: "post",
    path: "/live_conversations/{id}/mode",
    source: "E94",
    summary: "Switch between typing and speaking",
    ...human,
    params: byId,
    body: anyMode,
    response: wrapped,
    errors: [403, 404, 409],
  }),
  finishLiveConversation: operation({
    id: "finishLiveConversation",
    method: "post",
    path: "/live_conversations/{id}/finish",
    source: "E95",
    summary: "End a live conversation",
    ...human,
    params: byId,
    response: wrapped,
    errors: [403, 404],
  }),
  sendLiveMessage: operation({
    id: "sendLiveMessage",
    method: "post",
    path: "/live_conversations/{id}/messages",
    source: "E96",
    summary: "Send a typed message; a job writes the answer",
    ...human,
    params: byId,
    body: z.object({ content: z.string().nullish() }),
    response: z.object({ turn: conversationTurn }),
    status: 201,
    errors: [403, 404, 409],
  }),
} as const;

export const liveCardOperations = {
  answerLiveCard: operation({
    id: "answerLiveCard",
    method: "post",
    path: "/live_conversations/{id}/cards/{turn_id}",
    summary: "Do or refuse an act that a live conversation asks about",
    ...human,
    params: byId.extend({ turn_id: z.string().regex(/^\d{1,15}$/) }),
    body: z.object({ answer: z.enum(["do_it", "no"]) }),
    response: z.object({ turn: conversationTurn }),
    errors: [403, 404, 409],
  }),
} as const;

export const liveCallOperations = {
  createLiveClientSecret: operation({
    id: "createLiveClientSecret",
    method: "post",
    path: "/live_conversations/{id}/client_secret",
    source: "E97",
    summary: "A secret of ten minutes with which the caller opens a call with the provider",
    ...human,
    params: byId,
    body: z.object(supported),
    response: clientSecret,
    secretAnswer: true,
    errors: [403, 404, 409, 502, 503],
  }),
  callLiveTool: operation({
    id: "callLiveTool",
    method: "post",
    path: "/live_conversations/{id}/tool_calls",
    source: "E98",
    summary: "Run a tool that the model of a call asked for",
    ...human,
    params: byId,
    body: z.object({
      name: z.string().min(1).max(100),
      arguments: z.string().nullish(),
      call_id: z.string().min(1).max(200),
      ...place,
      ...supported,
    }),
    response: toolCallAnswer,
    errors: [403, 404, 409],
  }),
  updateLiveSession: operation({
    id: "updateLiveSession",
    method: "post",
    path: "/live_conversations/{id}/session_update",
    source: "E99",
    summary: "What brings an open call up to the current settings",
    ...human,
    params: byId,
    body: z.object(supported),
    response: z.object({ session: providerSession }),
    errors: [403, 404, 409],
  }),
  addSpokenTurn: operation({
    id: "addSpokenTurn",
    method: "post",
    path: "/live_conversations/{id}/turns",
    source: "E100",
    summary: "Store what was said in a call; a line that is not meant for it is dropped",
    ...human,
    params: byId,
    body: z.object({
      role: z.string().max(40).nullish(),
      content: z.string().max(100_000).nullish(),
      /** The provider could not tell what was said; without it a blank line is refused. */
      not_understood: z.boolean().nullish(),
      /** The provider's id: an item is stored once. */
      item_id: z.string().min(1).max(200).nullish(),
      interrupted: z.boolean().nullish(),
      /** Of an interrupted line: the rest that was not heard. */
      unheard: z.string().max(100_000).nullish(),
      ...place,
      ...supported,
    }),
    response: spokenTurnAnswer,
    status: 201,
    otherStatuses: [200],
    errors: [403, 404, 409],
  }),
  reportLiveUsage: operation({
    id: "reportLiveUsage",
    method: "post",
    path: "/live_conversations/{id}/usage",
    summary: "Report what one answer in a call used, as the provider says; each response counts once",
    ...human,
    params: byId,
    body: callUsage,
    response: spending,
    errors: [403, 404],
  }),
} as const;
