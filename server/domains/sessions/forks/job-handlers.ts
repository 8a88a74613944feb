import type { JobQueue } from "../../../jobs/queue.ts";
import { abandonedForkJob, type ForkService } from "./service.ts";

export function registerForkJobs(jobs: Pick<JobQueue, "define">, forks: ForkService): void {
  jobs.define(abandonedForkJob, {
    lane: "maintenance",
    run: ({ clonePath }) => forks.removeAbandoned(String(clonePath)),
  });
}
