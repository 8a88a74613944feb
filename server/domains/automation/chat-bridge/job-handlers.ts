import type { JobQueue } from "../../../jobs/queue.ts";
import { pollBridgeJob } from "./jobs.ts";
import type { BridgeService } from "./service.ts";

export function registerBridgeJobs(
  jobs: Pick<JobQueue, "handle">,
  { poll }: Pick<BridgeService, "poll">,
): void {
  jobs.handle(pollBridgeJob, async (_payload, { signal }) => {
    await poll(signal);
    return undefined;
  });
}
