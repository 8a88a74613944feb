import type { JobQueue } from "../../../jobs/queue.ts";
import { sessionEventJob, sweepSchedulesJob } from "./jobs.ts";
import type { TriggerService } from "./service.ts";

export function registerTriggerJobs(
  jobs: Pick<JobQueue, "handle">,
  { deliverEvent, sweepSchedules }: Pick<TriggerService, "deliverEvent" | "sweepSchedules">,
): void {
  jobs.handle(sessionEventJob, deliverEvent);
  jobs.handle(sweepSchedulesJob, () => sweepSchedules());
}
