import { defineRecurringJob } from "../../../jobs/definition.ts";

/** Sends the heartbeats that are due. */
export const sweepHeartbeatsJob = defineRecurringJob("heartbeat.sweep", { lane: "default", everyMs: 30_000 });
