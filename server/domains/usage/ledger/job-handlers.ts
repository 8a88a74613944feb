import type { JobQueue } from "../../../jobs/queue.ts";
import { backfillJob, checkBackfillJob, readUsageFilesJob } from "./jobs.ts";
import type { LedgerService } from "./service.ts";

export function registerLedgerJobs(jobs: Pick<JobQueue, "handle">, ledger: LedgerService): void {
  jobs.handle(readUsageFilesJob, (_payload, { signal }) => ledger.readRecent(signal));
  jobs.handle(checkBackfillJob, () => ledger.checkBackfill());
  jobs.handle(backfillJob, (_payload, { signal }) => ledger.backfill(signal));
}
