import { defineRecurringJob } from "../../../jobs/definition.ts";

/** Compares what was spent with what providers call used. */
export const capacitiesJob = defineRecurringJob("usage.window_capacities", {
  lane: "maintenance",
  everyMs: 15 * 60_000,
});
