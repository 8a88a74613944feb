import type { JobQueue } from "../../../jobs/queue.ts";
import { giveBackPagesJob } from "./jobs.ts";
import type { freePageService } from "./service.ts";

export function registerFreePageJobs(
  jobs: Pick<JobQueue, "handle">,
  pages: ReturnType<typeof freePageService>,
): void {
  jobs.handle(giveBackPagesJob, () => pages.giveBack());
}
