import type { JobQueue } from "../../../jobs/queue.ts";
import { sweepHeartbeatsJob } from "./jobs.ts";
import type { HeartbeatService } from "./service.ts";

export function registerHeartbeatJobs(jobs: Pick<JobQueue, "handle">, heartbeats: HeartbeatService): void {
  jobs.handle(sweepHeartbeatsJob, () => heartbeats.sweep());
}
