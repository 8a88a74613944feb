import { z } from "zod";
import { backwardsQuery, operation } from "../../../http/model.ts";
import { sessionRef } from "../sessions/model.ts";

/** The status of a session, refined by why it waits and whether its agent is asking. */
/** How many states of a session are kept; a heartbeat adds three per minute. */
export const statesKept = 2_000;

export const stateNames = [
  "idle",
  "queued",
  "held",
  "spot_queue",
  "parked",
  "asleep_on_wake",
  "asleep",
  "running",
  "asking",
  "needs_input",
  "failed",
  "archived",
] as const;
export type StateName = (typeof stateNames)[number];

/** Why a turn was queued. */
const queueCauses = [
  "first",
  "follow_up",
  "recovery",
  "clone_only",
  "heartbeat",
  "service_started",
  "consented",
  "account_serves",
  "admitted",
] as const;

export const causeNames = [
  "created",
  "forked",
  /** The state when recording began. */
  "found",
  ...queueCauses,
  "turn_queued",
  "turn_held",
  "turn_started",
  "turn_rested",
  "turn_postponed",
  "turn_failed",
  "paused",
  "sleep",
  "wake_armed",
  "elicitation_opened",
  "elicitation_closed",
  "unparked",
  "archive",
  "unarchive",
] as const;
export type CauseName = (typeof causeNames)[number];

export const sessionState = z
  .object({
    id: z.number().int(),
    /** Null for the time before states were recorded. */
    state: z.enum(stateNames).nullable(),
    cause: z.enum(causeNames),
    /** Who did it, why it failed, or what it waits for; null if the cause is enough. */
    detail: z.string().nullable(),
    at: z.string(),
    /** Until the next state; null for the current one. */
    lasted_ms: z.number().int().nullable(),
  })
  .meta({ id: "SessionState" });
export type SessionState = z.infer<typeof sessionState>;

export const sessionStateOperations = {
  listSessionStates: operation({
    id: "listSessionStates",
    method: "get",
    path: "/sessions/{id}/states",
    summary: "The states a session has been in, newest first: since when, for how long, and why",
    callers: ["board"],
    params: sessionRef,
    query: z.object(backwardsQuery),
    response: z.object({ states: z.array(sessionState), next_before: z.number().int().nullable() }),
    errors: [404],
  }),
} as const;
