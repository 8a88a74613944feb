import type { JobQueue } from "../../../jobs/queue.ts";
import { sessionEventJob } from "./jobs.ts";
import type { TriggerService } from "./service.ts";

export function registerTriggerJobs(
  jobs: Pick<JobQueue, "handle">,
  { tell }: Pick<TriggerService, "tell">,
): void {
  jobs.handle(sessionEventJob, tell);
}
