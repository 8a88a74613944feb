import type { JobQueue } from "../../../jobs/queue.ts";
import type { Announcing } from "./announcing.ts";
import { announceJob, digestJob, noticeJob, notifyNeedsInputJob } from "./jobs.ts";
import type { NotificationService } from "./service.ts";

export function registerNotificationJobs(
  jobs: Pick<JobQueue, "handle">,
  notifications: Pick<NotificationService, "addNeedsInput">,
): void {
  jobs.handle(notifyNeedsInputJob, ({ sessionId, count }) => notifications.addNeedsInput(sessionId, count));
}

export function registerAnnouncingJobs(jobs: Pick<JobQueue, "handle">, announcing: Announcing): void {
  jobs.handle(announceJob, ({ id }) => announcing.announce(id));
  jobs.handle(noticeJob, announcing.announceNotice);
  jobs.handle(digestJob, ({ from }) => announcing.announceFrom(from));
}
