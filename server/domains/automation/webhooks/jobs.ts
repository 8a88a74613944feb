import { z } from "zod";
import { defineJob, defineRecurringJob } from "../../../jobs/definition.ts";

/** Acts on a stored delivery. */
export const actOnDeliveryJob = defineJob("webhook.delivery", z.object({ id: z.number() }), {
  lane: "triggers",
});

/** Forgets deliveries after some time. */
export const sweepDeliveriesJob = defineRecurringJob("webhook.sweep", {
  lane: "maintenance",
  everyMs: 3_600_000,
});
