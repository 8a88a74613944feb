import { z } from "zod";
import { promptText } from "../../sessions/sessions/model.ts";

/** A condition as a form has it; it need not be saved. */
export const triedCondition = z.object({
  condition_type: z.string().max(100),
  configuration: z.record(z.string(), z.unknown()),
});

export const trialRequest = triedCondition.extend({
  prompt_template: promptText,
  coalesce_window_seconds: z.number().int().min(0).max(3_600).nullish(),
  max_sessions_per_minute: z.number().int().min(1).nullish(),
  skip_if_pending_session: z.boolean().optional(),
  reuse_session: z.boolean().optional(),
  enqueue_messages: z.boolean().optional(),
  /** How long a session is taken to be in progress; 15 by default. */
  session_minutes: z.number().min(0).max(1_440).optional(),
  /** The saved trigger, whose sessions in progress count for a payload. */
  trigger_id: z.number().int().nullish(),
  /** What a host would send, to compare instead of what happened. */
  payload: z.unknown().optional(),
});
export type TrialRequest = z.infer<typeof trialRequest>;

export const trial = z.object({
  /** What happened since then was compared. */
  since: z.string(),
  /** Why not all of it could be; null if it could. */
  note: z.string().nullable(),
  /** How many sessions it would have started. */
  fires: z.number().int(),
  /** The newest hundred, the oldest first. */
  events: z.array(
    z.object({
      at: z.string(),
      summary: z.string(),
      outcome: z.enum([
        "fires",
        "continues",
        "coalesced",
        "burst_notice",
        "suppressed",
        "skipped",
        "filtered",
      ]),
      /** Why it would start nothing of its own. */
      reason: z.string().nullable(),
      /** What the agent would have read. */
      prompt: z.string().nullable(),
      variables: z.record(z.string(), z.string()),
    }),
  ),
});
export type Trial = z.infer<typeof trial>;
