import { defineRecurringJob } from "../../../jobs/definition.ts";

/** A machine changes its network and its addresses, and certificates expire. */
export const refreshLanJob = defineRecurringJob("lan.refresh", { lane: "maintenance", everyMs: 600_000 });
