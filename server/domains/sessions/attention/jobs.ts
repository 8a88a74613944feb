import { z } from "zod";
import { defineJob, defineRecurringJob } from "../../../jobs/definition.ts";

/** Decides what a session that stopped waits for. */
export const decideAttentionJob = defineJob("attention.decide", z.object({ sessionId: z.number() }), {
  lane: "default",
  key: ({ sessionId }) => `attention.decide:${sessionId}`,
});

/** Asks a small model whether the last answer waits for the person. */
export const assessAnswerJob = defineJob("attention.assess_answer", z.object({ sessionId: z.number() }), {
  lane: "inference",
  key: ({ sessionId }) => `attention.assess_answer:${sessionId}`,
  maxAttempts: 2,
});

/** Decides it for sessions that have nothing decided, such as those of an older version. */
export const findUndecidedJob = defineRecurringJob("attention.find_undecided", {
  lane: "maintenance",
  everyMs: 6 * 60 * 60_000,
});
