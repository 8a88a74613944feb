import type { JobQueue } from "../../jobs/queue.ts";
import { type NotificationService, restJob } from "./service.ts";

export function defineNotificationJobs(
  jobs: Pick<JobQueue, "define">,
  notifications: Pick<NotificationService, "announceRest">,
): void {
  jobs.define(restJob, {
    lane: "default",
    run: ({ sessionId, count }) => notifications.announceRest(Number(sessionId), Number(count)),
  });
}
