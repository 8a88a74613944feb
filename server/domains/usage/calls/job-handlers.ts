import type { JobQueue } from "../../../jobs/queue.ts";
import { readUsageJob, sweepUsageJob } from "./jobs.ts";
import type { UsageService } from "./service.ts";

export function registerUsageJobs(jobs: Pick<JobQueue, "handle">, usage: UsageService): void {
  jobs.handle(readUsageJob, ({ sessionId }) => usage.read(sessionId));
  jobs.handle(sweepUsageJob, () => usage.sweep());
}
