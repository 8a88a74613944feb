import type { JobQueue } from "../../../jobs/queue.ts";
import { refreshLanJob } from "./jobs.ts";
import type { LanService } from "./service.ts";

export function registerLanJobs(jobs: Pick<JobQueue, "handle">, lan: Pick<LanService, "refresh">): void {
  jobs.handle(refreshLanJob, () => lan.refresh());
}
