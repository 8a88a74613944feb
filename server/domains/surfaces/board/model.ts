import { z } from "zod";
import { eventStream, operation } from "../../../http/model.ts";
import { announcement } from "../../inbox/notifications/model.ts";
import { session } from "../../sessions/sessions/model.ts";
import { sessionActivity } from "../../turns/activity/model.ts";

const boardOpenTo = z.enum(["nobody", "machine", "network"]);
export type BoardOpenTo = z.infer<typeof boardOpenTo>;

/**
 * The events of the board's live stream. Every event has an id `<boot>:<sequence>`. A client that reconnects with
 * Last-Event-ID gets what changed since, each thing once, or `resumed: false` if the feed no longer goes back that far.
 */
export const boardEvent = z.discriminatedUnion("type", [
  /** First after each connect; if `resumed` is false, fetch everything again. */
  z.object({
    type: z.literal("hello"),
    resumed: z.boolean(),
    version: z.string(),
    /** Who gets the board without signing in. */
    open_to: boardOpenTo,
  }),
  z.object({ type: z.literal("session"), session }),
  z.object({ type: z.literal("session_removed"), id: z.number().int() }),
  /** Lines of the transcript stored so far; fetch those after the last one you have. */
  z.object({ type: z.literal("transcript"), session_id: z.number().int(), line_count: z.number().int() }),
  /**
   * The text that an agent is writing: `text` replaces what the page has from the character `from` on. `stored`: lines
   * were stored, so the text so far is shown until they are fetched, and this text comes after it. It is never stored
   * itself. A page that connects gets each text in full.
   */
  z.object({
    type: z.literal("partial"),
    session_id: z.number().int(),
    from: z.number().int(),
    text: z.string(),
    stored: z.literal(true).optional(),
  }),
  /**
   * What the agent of a session does now; null once its turn ended. Never stored: a page that connects gets those of all
   * active turns.
   */
  z.object({
    type: z.literal("activity"),
    session_id: z.number().int(),
    activity: sessionActivity.nullable(),
  }),
  /** The queue of messages of a session changed. */
  z.object({ type: z.literal("messages"), session_id: z.number().int() }),
  /** The open questions of a session changed. */
  z.object({ type: z.literal("elicitations"), session_id: z.number().int() }),
  /** The token usage of a session changed. */
  z.object({ type: z.literal("usage"), session_id: z.number().int() }),
  z.object({ type: z.literal("log"), session_id: z.number().int() }),
  /** The inbox changed; `pending_count` of its entries are unread. */
  z.object({ type: z.literal("notifications"), pending_count: z.number().int() }),
  /** A live conversation or one of its turns changed. */
  z.object({ type: z.literal("live_conversation"), id: z.number().int() }),
  /**
   * The answer that is being written to a typed message: `text` replaces what the page has from the character `from` on.
   * A null text: it is stored, or given up.
   */
  z.object({
    type: z.literal("live_partial"),
    conversation_id: z.number().int(),
    reply_to: z.number().int(),
    from: z.number().int(),
    text: z.string().nullable(),
  }),
  /** The settings of live conversations changed. */
  z.object({ type: z.literal("live_settings") }),
  /** The disk ran out of space for new work, or has enough again. */
  z.object({ type: z.literal("disk_space") }),
  /** Somebody set the machine's clock, or a person closed the notice about it. */
  z.object({ type: z.literal("clock_change") }),
  /** The queue recovery mode began, was extended or ended. */
  z.object({ type: z.literal("recovery_mode") }),
  /** An item of the work backlog changed. */
  z.object({ type: z.literal("work_backlog") }),
  /** A category was added, changed, moved or deleted, or a session joined or left one. */
  z.object({ type: z.literal("categories") }),
  /** A budget was added, changed or removed, or something was spent of it. */
  z.object({ type: z.literal("budgets") }),
  /** An account was read or changed, or another one serves. */
  z.object({ type: z.literal("inference") }),
  /** The list of paired devices changed. */
  z.object({ type: z.literal("devices") }),
  /** The service is shutting down. Sent without an id, so that a page continues from the last change it has. */
  z.object({ type: z.literal("stopping") }),
  /** Sent regularly, without an id: a page that receives nothing for a while treats the connection as dead. */
  z.object({ type: z.literal("alive") }),
  /** For pages that are open now to show; a page that reconnects later does not get it. */
  z.object({ type: z.literal("announcement"), announcement }),
]);
export type BoardEvent = z.infer<typeof boardEvent>;

export const boardOperations = {
  events: operation({
    id: "boardEvents",
    method: "get",
    path: "/events",
    summary: "Live changes as server-sent events",
    callers: ["board"],
    response: eventStream,
  }),
  counts: operation({
    id: "boardCounts",
    method: "get",
    path: "/counts",
    summary: "Number of sessions by status, without archived ones",
    callers: ["board"],
    response: z.object({
      running: z.number().int(),
      waiting: z.number().int(),
      needs_input: z.number().int(),
      failed: z.number().int(),
    }),
  }),
  branches: operation({
    id: "repositoryBranches",
    method: "get",
    path: "/branches",
    summary: "Branches of a repository as listed by its remote, at most 500",
    callers: ["board"],
    query: z.object({ git_root: z.string().min(1).max(2_000) }),
    response: z.object({ branches: z.array(z.string()), default_branch: z.string().nullable() }),
  }),
} as const;
