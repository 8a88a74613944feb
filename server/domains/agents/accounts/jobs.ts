import { defineRecurringJob } from "../../../jobs/definition.ts";

/** Looks which accounts are due to be read. */
export const sampleAccountsJob = defineRecurringJob("accounts.sample", {
  lane: "inference",
  everyMs: 5 * 60_000,
});
