import { z } from "zod";

const minuteMs = 60_000;

/** The windows of an account's quota, with how long each lasts. */
export const windowMs = { five_hour: 300 * minuteMs, weekly: 7 * 24 * 60 * minuteMs } as const;
export type QuotaWindow = keyof typeof windowMs;

/** What a window of all accounts of a runtime holds together at list prices, and what that figure rests on. */
export const windowCapacity = z.object({
  usd: z.number(),
  /** The newest observation: what was spent in the window, and the part of it (0 to 1) that the provider called used. */
  spent_usd: z.number(),
  utilization: z.number(),
  /** How many observations the figure is the moving average of. */
  observations: z.number().int(),
  computed_at: z.string(),
});
export type WindowCapacity = z.infer<typeof windowCapacity>;
