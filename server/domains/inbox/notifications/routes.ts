import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { notificationOperations, preferenceOperations } from "./model.ts";
import type { Preferences } from "./preferences.ts";
import type { NotificationService } from "./service.ts";

/** `spend` counts a message about a session. It throws a refusal if it is one too many. */
export function notificationRoutes(
  notifications: NotificationService,
  spend: (sessionId: number) => void,
): Endpoint[] {
  return endpoints(notificationOperations, {
    listNotifications: ({ query }) => notifications.list(query),
    notificationBadge: () => ({ pending_count: notifications.pendingCount() }),
    getNotification: ({ params }) => ({ notification: notifications.get(Number(params.id)) }),
    markAllNotificationsRead: () => notifications.markAllRead(),
    markNotificationRead: ({ params }) => ({ notification: notifications.markRead(Number(params.id)) }),
    dismissAllReadNotifications: () => notifications.dismissAllRead(),
    dismissNotification: ({ params }) => notifications.dismiss(Number(params.id)),
    deleteNotification: ({ params }) => notifications.dismiss(Number(params.id)),
    pushNotification({ body }, { actor }) {
      // A person's own messages at the board are theirs to count.
      if (actor.kind !== "board") spend(notifications.sessionOf(body));
      return notifications.push(body);
    },
  });
}

export function preferenceRoutes(preferences: Preferences): Endpoint[] {
  return endpoints(preferenceOperations, {
    getNotificationPreferences: () => ({ preferences: preferences.current() }),
    saveNotificationPreferences: ({ body }) => preferences.save(body),
  });
}
