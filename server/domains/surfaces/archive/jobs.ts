import { defineRecurringJob } from "../../../jobs/definition.ts";

/** Writes changed sessions to the transcript archive. */
export const buildArchiveJob = (everyMs: number) =>
  defineRecurringJob("transcript_archive.build", { lane: "maintenance", everyMs });
