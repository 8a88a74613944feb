import { defineRecurringJob } from "../../../jobs/definition.ts";

/** Gives the disk what the database does not use any more, a little at a time. */
export const giveBackPagesJob = defineRecurringJob("database.give_back", {
  lane: "maintenance",
  everyMs: 10 * 60_000,
});
