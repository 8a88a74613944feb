import { defineRecurringJob } from "../../../jobs/definition.ts";

/** R182: calculates the burn rates again. */
export const burnRatesJob = defineRecurringJob("costs.burn_rates", {
  lane: "maintenance",
  everyMs: 20 * 60_000,
});
