import type { JobQueue } from "../../../jobs/queue.ts";
import { addUpCallsJob } from "./jobs.ts";
import type { SumService } from "./service.ts";

export const registerSumJobs = (jobs: Pick<JobQueue, "handle">, sums: SumService): void =>
  jobs.handle(addUpCallsJob, (_payload, { signal }) => sums.refresh(signal));
