import { defineRecurringJob } from "../../../jobs/definition.ts";

/** Checks the whole database. The start checks only what a killed service may have damaged. */
export const checkDatabaseJob = defineRecurringJob("database.check", {
  lane: "maintenance",
  everyMs: 7 * 24 * 60 * 60_000,
  // A new database is sound, and its service has better things to do.
  firstAfterMs: 60 * 60_000,
});
