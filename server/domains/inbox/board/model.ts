import { z } from "zod";
import { eventStream, operation } from "../../../http/model.ts";
import { session } from "../../sessions/sessions/model.ts";
import { announcement } from "../notifications/model.ts";

/**
 * What the board's live stream carries. Every event has an id `<boot>:<sequence>`; a client that comes back with
 * Last-Event-ID gets what changed meanwhile, each thing once, or `resumed: false` when that is no longer known.
 */
export const boardEvent = z.discriminatedUnion("type", [
  /** First after each connect; `resumed` false means: fetch everything anew. */
  z.object({ type: z.literal("hello"), resumed: z.boolean(), version: z.string() }),
  z.object({ type: z.literal("session"), session }),
  z.object({ type: z.literal("session_removed"), id: z.number().int() }),
  /** Lines of the transcript stored so far; fetch from the last one held. */
  z.object({ type: z.literal("transcript"), session_id: z.number().int(), line_count: z.number().int() }),
  /** The text being written right now; replaced by the transcript's own line, never kept. */
  z.object({ type: z.literal("partial"), session_id: z.number().int(), text: z.string() }),
  /** The queue of messages of a session changed. */
  z.object({ type: z.literal("messages"), session_id: z.number().int() }),
  /** The open questions of a session changed. */
  z.object({ type: z.literal("elicitations"), session_id: z.number().int() }),
  /** What a session's calls to models came to is more. */
  z.object({ type: z.literal("usage"), session_id: z.number().int() }),
  z.object({ type: z.literal("log"), session_id: z.number().int() }),
  /** The inbox changed; so many of its entries are unread. */
  z.object({ type: z.literal("notifications"), pending_count: z.number().int() }),
  /** The list of paired devices changed. */
  z.object({ type: z.literal("devices") }),
  /** The service ends; without an id, so that a page goes on from the last change it has. */
  z.object({ type: z.literal("stopping") }),
  /** Every so often, without an id: a page that hears nothing for long takes the connection for dead. */
  z.object({ type: z.literal("alive") }),
  /** To be said aloud by who is here; a page that comes back later is not told. */
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
    summary: "Sessions by status, the archived left out",
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
    summary: "Branches of a repository as its remote lists them, at most 500",
    callers: ["board"],
    query: z.object({ git_root: z.string().min(1).max(2_000) }),
    response: z.object({ branches: z.array(z.string()), default_branch: z.string().nullable() }),
  }),
} as const;
