import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { notificationOperations, preferenceOperations } from "./model.ts";
import type { Preferences } from "./preferences.ts";
import type { NotificationService } from "./service.ts";

export function notificationRoutes(notifications: NotificationService): Endpoint[] {
  return endpoints(notificationOperations, {
    listNotifications: ({ query }) => notifications.list(query),
    notificationBadge: () => ({ pending_count: notifications.pendingCount() }),
    getNotification: ({ params }) => ({ notification: notifications.get(Number(params.id)) }),
    markAllNotificationsRead: () => notifications.markAllRead(),
    markNotificationRead: ({ params }) => ({ notification: notifications.markRead(Number(params.id)) }),
    dismissAllReadNotifications: () => notifications.dismissAllRead(),
    dismissNotification: ({ params }) => notifications.dismiss(Number(params.id)),
    deleteNotification: ({ params }) => notifications.dismiss(Number(params.id)),
    pushNotification: ({ body }) => notifications.push(body),
  });
}

export function preferenceRoutes(preferences: Preferences): Endpoint[] {
  return endpoints(preferenceOperations, {
    getNotificationPreferences: () => ({ preferences: preferences.current() }),
    saveNotificationPreferences: ({ body }) => preferences.save(body),
  });
}
