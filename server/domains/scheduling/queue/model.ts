import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { promptText, session, sessionRef } from "../../sessions/sessions/model.ts";
import { spotPolicy } from "../admission/model.ts";

const rankChange = z.object({ id: z.number().int(), precedence: z.number().int() });

/** A session in the spot queue. */
export const queueEntry = z
  .object({
    id: z.number().int(),
    slug: z.string().nullable(),
    title: z.string(),
    agent_runtime: z.string(),
    precedence: z.number().int(),
    /** From 1; the order of admission. */
    position: z.number().int(),
    /** Its turn had begun and was stopped. */
    paused: z.boolean(),
    waiting_since: z.string().nullable(),
    /** Why it waits, in one sentence. */
    why: z.string(),
    /** When it starts, as far as that is known. */
    starts: z.string(),
    /** Whether the spot policy lets it start at once if somebody asks. */
    startable: z.boolean(),
    /** The session whose turn would be stopped to start this one; null if that would be refused. */
    victim: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  })
  .meta({ id: "QueueEntry" });
export type QueueEntry = z.infer<typeof queueEntry>;

export const queueOperations = {
  listSpotQueue: operation({
    id: "listSpotQueue",
    method: "get",
    path: "/spot_queue",
    summary: "The sessions in the spot queue in the order of admission, each with why it waits",
    callers: ["board"],
    response: z.object({ entries: z.array(queueEntry), total: z.number().int(), spot_policy: spotPolicy }),
  }),
  pauseAll: operation({
    id: "pauseAll",
    method: "post",
    path: "/spot_queue/pause_all",
    summary: "Stop every turn that works and start no other, of whatever class, until everything is resumed",
    callers: ["board"],
    response: z.object({ stopped: z.number().int(), message: z.string() }),
  }),
  resumeAll: operation({
    id: "resumeAll",
    method: "post",
    path: "/spot_queue/resume_all",
    summary: "Let turns start again: those that were stopped go on in the order of the queue",
    callers: ["board"],
    response: z.object({ resumed: z.number().int(), message: z.string() }),
  }),
  startNow: operation({
    id: "startNow",
    method: "post",
    path: "/sessions/{id}/start_now",
    source: "E17",
    summary: "Start a session's queued turn now, or say what holds it",
    callers: ["api", "native"],
    params: sessionRef,
    response: z.object({ session, outcome: z.enum(["started", "already_due"]), message: z.string() }),
    errors: [404],
  }),
  forceStart: operation({
    id: "forceStart",
    method: "post",
    path: "/sessions/{id}/force_start",
    source: "E18",
    summary: "Stop the turn that took a thread last, queue it again, and give its thread to this session",
    callers: ["api", "native"],
    params: sessionRef,
    body: z.object({
      expected_victim_id: z.number().int().nullish(),
      acting_session_id: z.number().int().nullish(),
    }),
    response: z.object({ session, message: z.string() }),
    errors: [404],
  }),
  reorderPrecedence: operation({
    id: "reorderPrecedence",
    method: "patch",
    path: "/sessions/{id}/reorder_precedence",
    source: "E19",
    summary: "Move a session between two others of its class, and return every rank that changed",
    callers: ["api", "native"],
    params: sessionRef,
    body: z.object({ above_id: z.number().int().nullish(), below_id: z.number().int().nullish() }),
    response: z.object({ session, changes: z.array(rankChange) }),
    errors: [404],
  }),
  reorderUserView: operation({
    id: "reorderUserView",
    method: "put",
    path: "/sessions/order",
    summary: "Put these sessions first, in this order; all others keep theirs behind them",
    callers: ["api"],
    body: z.object({
      session_ids: z.array(z.number().int()).min(1).max(500),
      reason: z.string().trim().min(1).max(500),
    }),
    response: z.object({ changes: z.array(rankChange), message: z.string() }),
  }),
  pauseIntoSpotQueue: operation({
    id: "pauseIntoSpotQueue",
    method: "post",
    path: "/sessions/{id}/pause_into_spot_queue",
    summary: "Stop a session's turn until the spot queue admits it, optionally with a message to go on with",
    callers: ["api"],
    params: sessionRef,
    body: z.object({ prompt: promptText.nullish() }),
    response: z.object({ session, message: z.string() }),
    errors: [404],
  }),
} as const;
