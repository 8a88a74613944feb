import type { JobDefinition, JobResult } from "../../../jobs/definition.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";

/** Plans one job of a session for all the lines of its transcript that come within a while, and one for its turn's end. */
export function transcriptGrowth(deps: {
  jobs: Pick<JobQueue, "add">;
  clock: Clock;
  job: JobDefinition<{ sessionId: number }>;
  /** From the first of the lines until the job. */
  afterMs: number;
}) {
  const { jobs, clock, job, afterMs } = deps;
  /** Sessions whose transcripts grew since their job last began; each has its job. */
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

    /** A turn is over; inside the transaction that says so. */
    rested: (sessionId: number): void => plan(sessionId, "rested"),

    /** The job starts: lines that arrive from here on schedule it again. */
    begun: (sessionId: number): void => void grew.delete(sessionId),

    /** What the job returns: lines that came meanwhile found it still there and left it to come again. */
    again: (sessionId: number): JobResult =>
      grew.has(sessionId) ? { againAt: clock.now() + afterMs } : undefined,
  };
}
