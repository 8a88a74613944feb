import { z } from "zod";
import { defineJob, defineRecurringJob } from "../../../jobs/definition.ts";

/** Runs a turn. It fails its session rather than the job, so the job is tried until the turn has ended. */
export const runTurnJob = defineJob("turn", z.object({ turnId: z.number() }), {
  lane: "agents",
  maxAttempts: 1_000_000,
  key: ({ turnId }) => `turn:${turnId}`,
});

/** A paused or unarchived session continues with what is still queued after this, unless the person withdraws it. */
export const drainAfterMs = 10_000;

/** Starts the next turn of a paused session that still has messages queued. */
export const drainQueueJob = defineJob("turn.drain", z.object({ sessionId: z.number() }), {
  lane: "default",
  key: ({ sessionId }) => `drain:${sessionId}`,
});

/** Checks whether parked sessions can continue. The catalog may have changed; a sign-in is handled at once. */
export const reviewParkedJob = defineRecurringJob("turn.consent", { lane: "default", everyMs: 60_000 });

const sessionFiles = z.object({
  sessionId: z.number(),
  clonePath: z.string().nullable(),
  /** Epoch ms; missing when the session was deleted rather than archived. */
  archivedAt: z.number().optional(),
});

/** Removes the files of a session that was deleted or stayed in the trash. */
export const removeFilesJob = defineJob("session.reclaim", sessionFiles, { lane: "maintenance" });

/** Replaces the clone of a session in the trash by an archive of the work in it. */
export const archiveCloneJob = defineJob("session.stow", sessionFiles, { lane: "maintenance" });
