import { defineRecurringJob } from "../../../jobs/definition.ts";

/** Adds up the hours in which calls were stored or changed. */
export const addUpCallsJob = defineRecurringJob("token_usage.sums", {
  lane: "maintenance",
  everyMs: 10 * 60_000,
});
