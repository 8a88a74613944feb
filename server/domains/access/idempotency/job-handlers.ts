import type { JobQueue } from "../../../jobs/queue.ts";
import { sweepIdempotencyJob } from "./jobs.ts";
import type { IdempotencyService } from "./service.ts";

export function registerIdempotencyJobs(
  jobs: Pick<JobQueue, "handle">,
  idempotency: Pick<IdempotencyService, "sweep">,
): void {
  jobs.handle(sweepIdempotencyJob, () => idempotency.sweep());
}
