import { z } from "zod";
import { defineJob } from "../../../jobs/definition.ts";

/** Copies what a killed service left of a long transcript. */
export const finishForkJob = defineJob(
  "fork.finish",
  z.object({ sourceId: z.number(), forkId: z.number() }),
  { lane: "maintenance" },
);

/** Removes the clone of an unfinished fork. */
export const removeAbandonedCloneJob = defineJob("fork.abandoned", z.object({ clonePath: z.string() }), {
  lane: "maintenance",
});
