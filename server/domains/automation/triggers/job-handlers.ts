import type { JobQueue } from "../../../jobs/queue.ts";
import { sessionEventJob } from "./jobs.ts";
import type { TriggerService } from "./service.ts";

export function registerTriggerJobs(
  jobs: Pick<JobQueue, "handle">,
  { deliverEvent }: Pick<TriggerService, "deliverEvent">,
): void {
  jobs.handle(sessionEventJob, deliverEvent);
}
