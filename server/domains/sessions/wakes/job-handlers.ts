import type { JobQueue } from "../../../jobs/queue.ts";
import { type WakeService, wakeJob } from "./service.ts";

export function registerWakeJobs(jobs: JobQueue, wakes: WakeService): void {
  jobs.define(wakeJob, {
    lane: "triggers",
    maxAttempts: 1_000_000,
    run: ({ wakeId }) => wakes.deliver(Number(wakeId)),
  });
}
