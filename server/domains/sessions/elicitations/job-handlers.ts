import type { JobQueue } from "../../../jobs/queue.ts";
import { expireElicitationJob } from "./jobs.ts";
import type { ElicitationService } from "./service.ts";

export function registerElicitationJobs(
  jobs: Pick<JobQueue, "handle">,
  elicitations: ElicitationService,
): void {
  jobs.handle(expireElicitationJob, ({ id }) => elicitations.expire(id));
}
