import { defineRecurringJob } from "../../../jobs/definition.ts";

/** Removes expired artifacts and clients that were never used. */
export const sweepOauthJob = defineRecurringJob("oauth.sweep", { lane: "maintenance", everyMs: 3_600_000 });
