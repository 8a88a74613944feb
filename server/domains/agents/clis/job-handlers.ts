import type { JobQueue } from "../../../jobs/queue.ts";
import { type CliService, lookJob } from "./service.ts";

export function registerCliJobs(jobs: Pick<JobQueue, "define">, clis: Pick<CliService, "look">): void {
  jobs.define(lookJob, { lane: "default", maxAttempts: 2, run: () => clis.look() });
}
