import { defineJob, defineRecurringJob, noPayload } from "../../../jobs/definition.ts";

/** Compares what was spent with the budgets, shortly after a session spent something. */
export const checkBudgetsJob = defineJob("costs.budgets", noPayload, {
  lane: "maintenance",
  key: () => "costs.budgets",
});

/** The same now and then, for what was spent outside of sessions. */
export const checkAllBudgetsJob = defineRecurringJob("costs.budgets_check", {
  lane: "maintenance",
  everyMs: 5 * 60_000,
});
