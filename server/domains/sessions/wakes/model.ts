import { z } from "zod";
import { promptText } from "../sessions/model.ts";

/** The request for a wake; the time is local to the time zone. */
export const wakeRequest = z.object({
  wake_at: z.string().max(100),
  timezone: z.string().max(100).default("UTC"),
  prompt: promptText.refine((value) => value.trim() !== "", "The prompt is blank"),
});
export type WakeRequest = z.input<typeof wakeRequest>;

/** A wake that has not fired yet. */
const armedWake = z.object({
  id: z.number().int(),
  session_id: z.number().int(),
  prompt: z.string(),
  /** As requested; null for a wake that waits for an event. */
  scheduled_at: z.string().nullable(),
  timezone: z.string().nullable(),
  /** The same in UTC. */
  wake_at: z.string().nullable(),
  /** The event it waits for, such as "session #7 fails"; null for a wake with a time. */
  waits_for: z.string().nullable(),
  created_at: z.string(),
});
export type ArmedWake = z.infer<typeof armedWake>;
