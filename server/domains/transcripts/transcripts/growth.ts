import type { JobDefinition, JobResult } from "../../../jobs/definition.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";

/** Plans one job of a session for all lines that its transcript gets within `afterMs`, and one for the end of its turn. */
export function transcriptGrowth(deps: {
  jobs: Pick<JobQueue, "add">;
  clock: Clock;
  job: JobDefinition<{ sessionId: number }>;
  /** From the first of these lines until the job. */
  afterMs: number;
}) {
  const { jobs, clock, job, afterMs } = deps;
  /** Sessions whose transcripts grew since their job last began; each has a job planned. */
  const grew = new Set<number>();

  function plan(sessionId: number, when: "growing" | "rested"): void {
    const runAt = clock.now() + (when === "growing" ? afterMs : 0);
    jobs.add(job, { sessionId }, { key: `${job.kind}:${sessionId}:${when}`, runAt });
  }

  return {
    /** Lines were stored. */
    onAppended({ sessionId }: { sessionId: number }): void {
      if (grew.has(sessionId)) return;
      grew.add(sessionId);
      plan(sessionId, "growing");
    },

    /** A turn has ended; called inside the transaction that stores it. */
    turnEnded: (sessionId: number): void => plan(sessionId, "rested"),

    /** The job starts: lines that arrive from here on schedule it again. */
    begun: (sessionId: number): void => void grew.delete(sessionId),

    /** What the job returns: it runs again if lines arrived in the meantime. */
    again: (sessionId: number): JobResult =>
      grew.has(sessionId) ? { againAt: clock.now() + afterMs } : undefined,
  };
}
