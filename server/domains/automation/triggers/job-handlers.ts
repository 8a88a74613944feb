import type { JobQueue } from "../../../jobs/queue.ts";
import { sessionEventJob, sweepSchedulesJob, systemEventJob } from "./jobs.ts";
import type { TriggerService } from "./service.ts";

export function registerTriggerJobs(
  jobs: Pick<JobQueue, "handle">,
  {
    deliverEvent,
    deliverSystemEvent,
    sweepSchedules,
  }: Pick<TriggerService, "deliverEvent" | "deliverSystemEvent" | "sweepSchedules">,
): void {
  jobs.handle(sessionEventJob, deliverEvent);
  jobs.handle(systemEventJob, deliverSystemEvent);
  jobs.handle(sweepSchedulesJob, () => sweepSchedules());
}
