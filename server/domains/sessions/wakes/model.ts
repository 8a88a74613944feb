import { z } from "zod";
import { promptText } from "../sessions/model.ts";

/** What a wake is asked for with; the time is what clocks in the zone show. */
export const wakeRequest = z.object({
  wake_at: z.string().max(100),
  timezone: z.string().max(100).default("UTC"),
  prompt: promptText.refine((value) => value.trim() !== "", "The prompt is blank"),
});
export type WakeRequest = z.input<typeof wakeRequest>;

/** A wake that is to come. */
const armedWake = z.object({
  id: z.number().int(),
  session_id: z.number().int(),
  prompt: z.string(),
  /** As it was asked for; null for one that waits for an event. */
  scheduled_at: z.string().nullable(),
  timezone: z.string().nullable(),
  /** The same in UTC. */
  wake_at: z.string().nullable(),
  /** The event it waits for, such as "session #7 fails"; null for one with a time. */
  waits_for: z.string().nullable(),
  created_at: z.string(),
});
export type ArmedWake = z.infer<typeof armedWake>;
