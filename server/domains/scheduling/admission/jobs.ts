import { z } from "zod";
import { defineJob, defineRecurringJob } from "../../../jobs/definition.ts";

/** A pass at the moment when the cause of a hold ends by itself, such as the reset of a quota window. */
export const passAtJob = defineJob("admission.pass", z.object({ at: z.number() }), {
  lane: "default",
  key: ({ at }) => `admission:${at}`,
});

/** A backstop: every cause of a hold calls for a pass itself. */
export const sweepJob = defineRecurringJob("admission.sweep", { lane: "default", everyMs: 5 * 60_000 });
