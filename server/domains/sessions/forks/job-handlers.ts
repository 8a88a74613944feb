import type { JobQueue } from "../../../jobs/queue.ts";
import { removeAbandonedCloneJob } from "./jobs.ts";
import type { ForkService } from "./service.ts";

export function registerForkJobs(jobs: Pick<JobQueue, "handle">, forks: ForkService): void {
  jobs.handle(removeAbandonedCloneJob, ({ clonePath }) => forks.removeAbandoned(clonePath));
}
