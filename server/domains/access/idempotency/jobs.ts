import { defineRecurringJob } from "../../../jobs/definition.ts";

/** Forgets keys of requests after a week. */
export const sweepIdempotencyJob = defineRecurringJob("idempotency.sweep", {
  lane: "maintenance",
  everyMs: 3_600_000,
});
