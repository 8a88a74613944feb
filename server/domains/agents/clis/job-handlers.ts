import type { JobQueue } from "../../../jobs/queue.ts";
import { checkClisJob } from "./jobs.ts";
import type { CliService } from "./service.ts";

export function registerCliJobs(jobs: Pick<JobQueue, "handle">, clis: Pick<CliService, "check">): void {
  jobs.handle(checkClisJob, () => clis.check());
}
