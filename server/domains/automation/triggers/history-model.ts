import { z } from "zod";

/** What a fire, or an event that led to none, came to. */
/** How many entries of a trigger are kept. */
export const runsKept = 50;

export const historyOutcome = z.enum([
  "started",
  "continued",
  /** The session had not read the last message yet, so none was added. */
  "coalesced",
  "burst_notice",
  "suppressed",
  "skipped",
  "missed",
  "failed",
  "filtered",
]);
export type HistoryOutcome = z.infer<typeof historyOutcome>;
export const historyCause = z.enum([
  "schedule",
  "session",
  "system",
  "code_host",
  "chat",
  "invoke",
  "board",
  "integration",
]);
export type HistoryCause = z.infer<typeof historyCause>;

export const historyEntry = z
  .object({
    id: z.number().int(),
    /** Null if somebody fired the trigger. */
    condition_id: z.number().int().nullable(),
    outcome: historyOutcome,
    cause: historyCause,
    /** What fired it, shortened. */
    summary: z.string(),
    /** Why nothing was started. */
    reason: z.string().nullable(),
    session_id: z.number().int().nullable(),
    /** The session failed and can be restarted, with what it was started with. */
    can_run_again: z.boolean(),
    /** How often the same happened in a row. */
    count: z.number().int(),
    first_at: z.string(),
    last_at: z.string(),
  })
  .meta({ id: "TriggerHistoryEntry" });
export type HistoryEntry = z.infer<typeof historyEntry>;
