import type { JobQueue } from "../../../jobs/queue.ts";
import { sampleAccountsJob } from "./jobs.ts";
import type { AccountService } from "./service.ts";

export function registerAccountJobs(
  jobs: Pick<JobQueue, "handle">,
  accounts: Pick<AccountService, "sample">,
): void {
  jobs.handle(sampleAccountsJob, () => accounts.sample());
}
