import type { JobQueue } from "../../../jobs/queue.ts";
import { checkDatabaseJob } from "./jobs.ts";
import type { IntegrityService } from "./service.ts";

export function registerIntegrityJobs(jobs: Pick<JobQueue, "handle">, integrity: IntegrityService): void {
  jobs.handle(checkDatabaseJob, (_payload, { signal }) => integrity.check(signal));
}
