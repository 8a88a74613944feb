import { z } from "zod";
import { defineJob } from "../../../jobs/definition.ts";

/** Fills idle capacity once there has been room for long enough; decides again before it does. */
export const topUpJob = defineJob("scheduling.top_up", z.object({ at: z.number() }), {
  lane: "default",
  key: ({ at }) => `top-up:${at}`,
});
