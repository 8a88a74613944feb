import { z } from "zod";
import { operation } from "../../../http/model.ts";

const count = z.number().int().nonnegative();
const instant = z.string().nullable();

export const backfillStatus = z.enum(["queued", "running", "finished", "failed"]);
export type BackfillStatus = z.infer<typeof backfillStatus>;
/** `upgrade`: a version that reads more of the files. */
export const backfillTrigger = z.enum(["first_start", "requested", "upgrade"]);

/** One pass over every file in which a CLI records calls to models. */
export const backfillRun = z
  .object({
    id: z.number().int(),
    status: backfillStatus,
    trigger: backfillTrigger,
    files_done: count,
    files_total: count.nullable(),
    rows_written: count,
    last_error: z.string().nullable(),
    created_at: z.string(),
    started_at: instant,
    finished_at: instant,
  })
  .meta({ id: "BackfillRun" });
export type BackfillRun = z.infer<typeof backfillRun>;

/** How much of what was spent the ledger has (R183). */
export const ledgerCoverage = z
  .object({
    /** `never` before the first pass over the files. */
    status: z.enum(["never", ...backfillStatus.options]),
    /** A pass over all files has ended, and none is under way. */
    complete: z.boolean(),
    progress_pct: z.number().min(0).max(100),
    directories_done: count,
    directories_total: count,
    files_scanned: count,
    rows_written: count,
    /** Files that could not be read, and calls that name no model. */
    files_unreadable: count,
    calls_skipped: count,
    trigger: backfillTrigger.nullable(),
    started_at: instant,
    finished_at: instant,
    /** When files were last looked through for new calls. */
    last_ran_at: instant,
    last_error: z.string().nullable(),
    /** The first and the last call in the ledger. */
    covers_since: instant,
    covers_until: instant,
  })
  .meta({ id: "LedgerCoverage" });
export type LedgerCoverage = z.infer<typeof ledgerCoverage>;

const costBackfill = z.object({ queued: z.literal(true), run: backfillRun, ledger_coverage: ledgerCoverage });
export type CostBackfill = z.infer<typeof costBackfill>;

export const ledgerOperations = {
  requestCostBackfill: operation({
    id: "requestCostBackfill",
    source: "E130",
    method: "post",
    path: "/costs/backfill",
    summary: "Read all files of the CLIs again for calls to models; joins a pass that is under way",
    callers: ["api"],
    response: costBackfill,
  }),
} as const;
