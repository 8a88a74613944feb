import { z } from "zod";
import { defineJob, noPayload } from "../../../jobs/definition.ts";

/** Reads the new model calls of a session from its transcript. */
export const readUsageJob = defineJob("token_usage.read", z.object({ sessionId: z.number() }), {
  lane: "default",
});

/** Reads the model calls of sessions that were stored before calls were counted. */
export const sweepUsageJob = defineJob("token_usage.sweep", noPayload, {
  lane: "maintenance",
  key: () => "token_usage.sweep",
});
