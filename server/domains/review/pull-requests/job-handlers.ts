import type { JobQueue } from "../../../jobs/queue.ts";
import { pollPullRequestsJob, readOriginsJob, scanTranscriptJob } from "./jobs.ts";
import type { PullRequestService } from "./service.ts";

export function registerPullRequestJobs(
  jobs: Pick<JobQueue, "handle">,
  pullRequests: PullRequestService,
): void {
  jobs.handle(scanTranscriptJob, ({ sessionId }) => pullRequests.scan(sessionId));
  jobs.handle(readOriginsJob, ({ sessionId }) => pullRequests.readOrigins(sessionId));
  jobs.handle(pollPullRequestsJob, (_payload, { signal }) => pullRequests.read(signal));
}
