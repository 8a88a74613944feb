import type { JobQueue } from "../../../jobs/queue.ts";
import { readJob, sweepJob } from "./reading.ts";
import type { UsageService } from "./service.ts";

export function registerUsageJobs(jobs: Pick<JobQueue, "define">, usage: UsageService): void {
  jobs.define(readJob, { lane: "default", run: ({ sessionId }) => usage.read(Number(sessionId)) });
  jobs.define(sweepJob, { lane: "maintenance", run: () => usage.sweep() });
}
