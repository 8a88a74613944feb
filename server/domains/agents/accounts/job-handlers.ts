import type { JobQueue } from "../../../jobs/queue.ts";
import { returnAccountsJob, sampleAccountsJob } from "./jobs.ts";
import type { AccountService } from "./service.ts";

export function registerAccountJobs(
  jobs: Pick<JobQueue, "add" | "handle">,
  accounts: Pick<AccountService, "sample" | "converge" | "returnsAt" | "onChange">,
): void {
  jobs.handle(sampleAccountsJob, () => accounts.sample());
  jobs.handle(returnAccountsJob, () => accounts.converge());
  accounts.onChange(() => {
    const at = accounts.returnsAt();
    if (at !== null) jobs.add(returnAccountsJob, { at }, { runAt: at });
  });
}
