import { z } from "zod";
import { defineJob } from "../../../jobs/definition.ts";

const ofSession = z.object({ sessionId: z.number() });

/** Infers the title of a session that no person named. */
export const inferTitleJob = defineJob("session_title", ofSession, { lane: "inference", maxAttempts: 2 });

/** Checks whether a summary is due, and requests it. */
export const summaryDueJob = defineJob("status_summary.due", ofSession, {
  lane: "default",
  key: ({ sessionId }) => `status_summary.due:${sessionId}`,
});

const summaryClaim = ofSession.extend({
  /** Epoch ms; names the attempt. */
  requestedAt: z.number(),
});

/** Asks a model for a summary and stores it. */
export const writeSummaryJob = defineJob("status_summary.write", summaryClaim, {
  lane: "inference",
  maxAttempts: 2,
});
