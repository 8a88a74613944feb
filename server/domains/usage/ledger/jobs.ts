import { defineJob, defineRecurringJob, noPayload } from "../../../jobs/definition.ts";

/** Reads the new calls of files that changed lately (R182). */
export const readUsageFilesJob = defineRecurringJob("token_usage.files", {
  lane: "maintenance",
  everyMs: 10 * 60_000,
});

/** Starts the first pass over all files, and goes on with one that a stop interrupted. */
export const checkBackfillJob = defineRecurringJob("token_usage.backfill_check", {
  lane: "maintenance",
  everyMs: 5 * 60_000,
});

/** Reads all files, some minutes at a time. */
export const backfillJob = defineJob("token_usage.backfill", noPayload, {
  lane: "maintenance",
  key: () => "token_usage.backfill",
});
