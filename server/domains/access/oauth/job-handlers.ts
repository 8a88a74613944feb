import type { JobQueue } from "../../../jobs/queue.ts";
import { sweepOauthJob } from "./jobs.ts";
import type { OauthService } from "./service.ts";

export function registerOauthJobs(jobs: Pick<JobQueue, "handle">, oauth: Pick<OauthService, "sweep">): void {
  jobs.handle(sweepOauthJob, () => oauth.sweep());
}
