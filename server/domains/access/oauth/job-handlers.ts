import type { JobQueue } from "../../../jobs/queue.ts";
import type { OauthService } from "./service.ts";

export function registerOauthJobs(jobs: Pick<JobQueue, "define">, oauth: Pick<OauthService, "sweep">): void {
  jobs.define("oauth.sweep", { lane: "maintenance", everyMs: 3_600_000, run: () => oauth.sweep() });
}
