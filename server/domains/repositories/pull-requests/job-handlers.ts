import type { JobQueue } from "../../../jobs/queue.ts";
import { pollJob } from "./poller.ts";
import type { PullRequestService } from "./service.ts";
import { scanJob } from "./transcript-scanner.ts";

export function registerPullRequestJobs(
  jobs: Pick<JobQueue, "define">,
  pullRequests: PullRequestService,
): void {
  jobs.define(scanJob, {
    lane: "default",
    run: ({ sessionId }) => pullRequests.scan(Number(sessionId)),
  });
  jobs.define(pollJob, {
    lane: "pollers",
    maxAttempts: 1_000_000,
    run: (_payload, { signal }) => pullRequests.read(signal),
  });
}
