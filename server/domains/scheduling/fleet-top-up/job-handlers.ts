import type { JobQueue } from "../../../jobs/queue.ts";
import { topUpJob } from "./jobs.ts";
import type { FleetTopUpService } from "./service.ts";

export function registerTopUpJobs(jobs: Pick<JobQueue, "handle">, topUp: FleetTopUpService): void {
  jobs.handle(topUpJob, () => topUp.fire());
}
