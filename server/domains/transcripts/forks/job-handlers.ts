import type { JobQueue } from "../../../jobs/queue.ts";
import { finishForkJob, removeAbandonedCloneJob } from "./jobs.ts";
import type { ForkService } from "./service.ts";

export function registerForkJobs(jobs: Pick<JobQueue, "handle">, forks: ForkService): void {
  jobs.handle(finishForkJob, ({ sourceId, forkId }) => forks.finish(sourceId, forkId));
  jobs.handle(removeAbandonedCloneJob, ({ clonePath }) => forks.removeAbandoned(clonePath));
}
