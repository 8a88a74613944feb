import { randomUUID } from "node:crypto";
import type { ComposeDeps } from "./compose.ts";
import type { Core } from "./compose-domains.ts";
import type { Ground } from "./compose-ground.ts";
import {
  defineNotificationJobs,
  type NotificationService,
  notificationService,
} from "./domains/notifications/index.ts";

/** The person's inbox, which the sessions fill as they come to rest or fail. */
export function composeNotifications(
  { database, clock }: ComposeDeps,
  { jobs, redactor }: Ground,
  { sessions, feed }: Core,
): NotificationService {
  const notifications = notificationService({
    database,
    clock,
    jobs,
    sessions,
    newId: randomUUID,
    redact: (text) => redactor.redact(text),
    changed: feed.notifications,
  });
  defineNotificationJobs(jobs, notifications);
  sessions.onTransition(notifications.heard);
  return notifications;
}
