import { z } from "zod";

export const humanMessage = z
  .object({
    /** `here` if it was written in the session that was asked for. */
    origin: z.enum(["here", "elsewhere"]),
    author: z.string(),
    author_display_name: z.string(),
    channel: z.string(),
    channel_label: z.string(),
    authored_in_session_id: z.number().int(),
    /** The title of the session it was written in. */
    authored_in: z.string(),
    entry_point: z.string(),
    content: z.string(),
    occurred_at: z.string(),
  })
  .meta({ id: "HumanMessage" });
export type HumanMessage = z.infer<typeof humanMessage>;

export const captureGap = z
  .object({
    channel: z.string(),
    channel_label: z.string(),
    genesis: z.string(),
    session_ids: z.array(z.number().int()),
    reason: z.string(),
    remedy: z.string(),
  })
  .meta({ id: "HumanMessageCaptureGap" });
export type CaptureGap = z.infer<typeof captureGap>;
