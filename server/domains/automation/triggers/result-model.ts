import { z } from "zod";
import { sessionStatus } from "../../sessions/sessions/model.ts";

/** A session that a trigger started. */
export const triggeredSession = z.object({
  id: z.number().int(),
  slug: z.string().nullable(),
  title: z.string(),
  status: sessionStatus,
  created_at: z.string(),
});
export type TriggeredSession = z.infer<typeof triggeredSession>;

/** When a schedule would fire next. */
export const schedulePreview = z.object({
  runs: z.array(
    z.object({
      at: z.string(),
      /** The clocks skip the time of the schedule on this day. */
      shifted: z.boolean(),
    }),
  ),
  timezone: z.string(),
});
export type SchedulePreview = z.infer<typeof schedulePreview>;
