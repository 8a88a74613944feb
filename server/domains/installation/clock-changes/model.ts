import { z } from "zod";
import { operation } from "../../../http/model.ts";

export const clockChange = z
  .object({
    /** When the machine's clock was last set, as it shows now; null if it was not since the start, or a person closed it. */
    changed_at: z.string().nullable(),
    /** How far, in ms; negative if it was set back, 0 if it was not set. */
    by_ms: z.number().int(),
  })
  .meta({ id: "ClockChange" });
export type ClockChange = z.infer<typeof clockChange>;

export const clockChangeOperations = {
  getClockChange: operation({
    id: "getClockChange",
    method: "get",
    path: "/clock_change",
    callers: ["board"],
    summary: "Whether somebody set the machine's clock, and how far",
    response: clockChange,
  }),
  closeClockChange: operation({
    id: "closeClockChange",
    method: "delete",
    path: "/clock_change",
    callers: ["board"],
    summary: "Does not say any more that the clock was set",
    response: clockChange,
  }),
} as const;
