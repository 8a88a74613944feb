import type { JobQueue } from "../../../jobs/queue.ts";
import type { TriggerService } from "./service.ts";
import { sessionEventJob } from "./session-events.ts";

export function registerTriggerJobs(
  jobs: Pick<JobQueue, "define">,
  { tell }: Pick<TriggerService, "tell">,
): void {
  jobs.define(sessionEventJob, { lane: "triggers", run: tell });
}
