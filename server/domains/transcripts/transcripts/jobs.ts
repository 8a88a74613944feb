import { defineRecurringJob } from "../../../jobs/definition.ts";

/** Chunks of earlier versions have no checksum. */
export const addChecksumsJob = defineRecurringJob("transcripts.checksums", {
  lane: "maintenance",
  everyMs: 7 * 24 * 60 * 60_000,
});
