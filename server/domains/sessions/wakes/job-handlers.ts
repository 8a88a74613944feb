import type { JobQueue } from "../../../jobs/queue.ts";
import { deliverWakeJob } from "./jobs.ts";
import type { WakeService } from "./service.ts";

export function registerWakeJobs(jobs: Pick<JobQueue, "handle">, wakes: WakeService): void {
  jobs.handle(deliverWakeJob, ({ wakeId }) => wakes.deliver(wakeId));
}
