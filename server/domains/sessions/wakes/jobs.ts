import { z } from "zod";
import { defineJob } from "../../../jobs/definition.ts";

/** Delivers a wake at its time. */
export const deliverWakeJob = defineJob("wake", z.object({ wakeId: z.number() }), {
  lane: "triggers",
  maxAttempts: 1_000_000,
  wallClock: true,
  key: ({ wakeId }) => `wake:${wakeId}`,
});
