import type { JobQueue } from "../../../jobs/queue.ts";
import { type Announcing, announceJob, digestJob } from "./announcing.ts";
import { type NotificationService, restJob } from "./service.ts";

export function registerNotificationJobs(
  jobs: Pick<JobQueue, "define">,
  notifications: Pick<NotificationService, "announceRest">,
): void {
  jobs.define(restJob, {
    lane: "default",
    run: ({ sessionId, count }) => notifications.announceRest(Number(sessionId), Number(count)),
  });
}

export function registerAnnouncingJobs(jobs: Pick<JobQueue, "define">, announcing: Announcing): void {
  jobs.define(announceJob, { lane: "default", run: ({ id }) => announcing.announce(Number(id)) });
  jobs.define(digestJob, { lane: "default", run: ({ from }) => announcing.announceFrom(Number(from)) });
}
