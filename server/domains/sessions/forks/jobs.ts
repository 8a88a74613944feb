import { z } from "zod";
import { defineJob } from "../../../jobs/definition.ts";

/** Removes the clone of an unfinished fork. */
export const removeAbandonedCloneJob = defineJob("fork.abandoned", z.object({ clonePath: z.string() }), {
  lane: "maintenance",
});
