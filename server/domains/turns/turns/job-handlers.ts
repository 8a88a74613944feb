import type { JobQueue } from "../../../jobs/queue.ts";
import { archiveCloneJob, drainQueueJob, removeFilesJob, reviewParkedJob, runTurnJob } from "./jobs.ts";
import type { TurnService } from "./service.ts";

export function registerTurnJobs(jobs: Pick<JobQueue, "handle">, turns: TurnService): void {
  jobs.handle(runTurnJob, ({ turnId }, job) => turns.execute(turnId, job));
  jobs.handle(drainQueueJob, ({ sessionId }) => turns.drain(sessionId));
  jobs.handle(archiveCloneJob, ({ sessionId, archivedAt }) => turns.archiveClone(sessionId, archivedAt));
  jobs.handle(reviewParkedJob, () => {
    turns.reviewParked();
    turns.reviewAccounts();
  });
  jobs.handle(removeFilesJob, ({ sessionId, clonePath, archivedAt }) =>
    turns.removeFiles({ id: sessionId, clonePath }, archivedAt),
  );
}
