import type { JobQueue } from "../../../jobs/queue.ts";
import { pushToBrowserJob, pushToPhoneJob } from "./jobs.ts";
import type { PushService } from "./service.ts";

export function registerPushJobs(
  jobs: Pick<JobQueue, "handle">,
  { phones, browsers }: Pick<PushService, "phones" | "browsers">,
): void {
  jobs.handle(pushToPhoneJob, ({ id, announcement, madeAt }) => phones.send(id, announcement, madeAt));
  jobs.handle(pushToBrowserJob, ({ id, announcement, madeAt }) => browsers.send(id, announcement, madeAt));
}
