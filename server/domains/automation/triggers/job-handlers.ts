import type { JobQueue } from "../../../jobs/queue.ts";
import {
  deliverSightingJob,
  scheduleSoonJob,
  sessionEventJob,
  sweepSchedulesJob,
  systemEventJob,
} from "./jobs.ts";
import type { TriggerService } from "./service.ts";

export function registerTriggerJobs(
  jobs: Pick<JobQueue, "handle">,
  triggers: Pick<
    TriggerService,
    "deliverEvent" | "deliverSighting" | "deliverSystemEvent" | "sweepSchedules"
  >,
): void {
  jobs.handle(sessionEventJob, triggers.deliverEvent);
  jobs.handle(systemEventJob, triggers.deliverSystemEvent);
  jobs.handle(deliverSightingJob, ({ id }, job) => triggers.deliverSighting(id, job));
  jobs.handle(sweepSchedulesJob, () => triggers.sweepSchedules());
  jobs.handle(scheduleSoonJob, async () => void (await triggers.sweepSchedules()));
}
