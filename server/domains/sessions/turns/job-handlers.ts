import type { JobQueue } from "../../../jobs/queue.ts";
import { consentJob } from "./parked-turns.ts";
import { drainJob, turnJob } from "./queueing.ts";
import type { TurnService } from "./service.ts";
import { archiveCloneJob, reclaimJob } from "./trash.ts";

export function registerTurnJobs(jobs: JobQueue, turns: TurnService): void {
  jobs.define(turnJob, {
    lane: "agents",
    maxAttempts: 1_000_000,
    run: (payload, { signal }) => turns.execute(Number(payload["turnId"]), signal),
  });
  jobs.define(drainJob, {
    lane: "default",
    run: (payload) => turns.drain(Number(payload["sessionId"])),
  });
  jobs.define(archiveCloneJob, {
    lane: "maintenance",
    run: ({ sessionId, archivedAt }) => turns.archiveClone(Number(sessionId), archivedAt),
  });
  // The catalog may have changed; a sign-in is told at once.
  jobs.define(consentJob, { lane: "default", everyMs: 60_000, run: () => turns.reviewParked() });
  jobs.define(reclaimJob, {
    lane: "maintenance",
    run({ sessionId, clonePath, archivedAt }) {
      const path = typeof clonePath === "string" ? clonePath : null;
      return turns.reclaim({ id: Number(sessionId), clonePath: path }, archivedAt);
    },
  });
}
