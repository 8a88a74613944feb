import type { JobQueue } from "../../../jobs/queue.ts";
import { pollCodeHostJob } from "./jobs.ts";
import type { CodeHostService } from "./service.ts";

export function registerCodeHostJobs(
  jobs: Pick<JobQueue, "handle">,
  { poll }: Pick<CodeHostService, "poll">,
): void {
  jobs.handle(pollCodeHostJob, async (_payload, { signal }) => {
    await poll(signal);
    return undefined;
  });
}
