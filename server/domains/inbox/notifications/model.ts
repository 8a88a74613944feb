import { z } from "zod";
import { noContent, operation, pageQuery, pagination } from "../../../http/model.ts";
import { sessionStatus } from "../../sessions/sessions/model.ts";

export const notificationType = z.enum(["session_needs_input", "session_failed", "elicitation", "push"]);
export type NotificationType = z.infer<typeof notificationType>;

/** What a person sees outside of the inbox: on this machine, in a browser or on a phone. */
export const announcement = z.object({
  title: z.string(),
  body: z.string(),
  /** A path of the board. */
  url: z.string(),
  /** A later announcement with the same tag replaces this one. */
  tag: z.string(),
});
export type Announcement = z.infer<typeof announcement>;

const channels = z.object({ desktop: z.boolean(), web_push: z.boolean(), phone: z.boolean() });
export type Channel = keyof z.infer<typeof channels>;

const timeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Write the time of day as HH:MM, for example 22:00");

export const notificationPreferences = z
  .object({
    types: z.record(notificationType, channels),
    /** Announcements during these hours wait for their end; the inbox has the entries at once. */
    quiet_hours: z.object({
      on: z.boolean(),
      from: timeOfDay,
      to: timeOfDay,
      /** A name from the IANA time zone database. */
      time_zone: z.string().max(100),
    }),
  })
  .meta({ id: "NotificationPreferences" });
export type NotificationPreferences = z.infer<typeof notificationPreferences>;

/** An entry of the person's inbox. */
export const notification = z
  .object({
    id: z.number().int(),
    session_id: z.number().int(),
    notification_type: z.string(),
    message: z.string(),
    read: z.boolean(),
    /** Its cause is gone; it is neither listed nor counted. */
    stale: z.boolean(),
    created_at: z.string(),
    updated_at: z.string(),
    session: z.object({
      id: z.number().int(),
      slug: z.string().nullable(),
      title: z.string(),
      status: sessionStatus,
    }),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notification>;

const one = z.object({ notification });
const ref = z.object({ id: z.string().regex(/^\d{1,15}$/) });
const pendingCount = z.number().int();
const messageLimit = 2_000;

/** Paths with a fixed word come before those with an id in the same place. */
export const notificationOperations = {
  listNotifications: operation({
    id: "listNotifications",
    method: "get",
    path: "/notifications",
    source: "E80",
    summary: "The person's inbox, newest first",
    callers: ["api", "native"],
    query: z.object({ status: z.string().optional(), ...pageQuery }),
    response: z.object({ notifications: z.array(notification), pagination }),
  }),
  notificationBadge: operation({
    id: "notificationBadge",
    method: "get",
    path: "/notifications/badge",
    source: "E82",
    summary: "Number of unread entries",
    callers: ["api", "native"],
    response: z.object({ pending_count: pendingCount }),
  }),
  getNotification: operation({
    id: "getNotification",
    method: "get",
    path: "/notifications/{id}",
    source: "E81",
    summary: "One entry of the inbox",
    callers: ["api", "native"],
    params: ref,
    response: one,
    errors: [404],
  }),
  markAllNotificationsRead: operation({
    id: "markAllNotificationsRead",
    method: "patch",
    path: "/notifications/mark_all_read",
    source: "E84",
    summary: "Mark every unread entry as read",
    callers: ["api", "native"],
    response: z.object({ marked_count: z.number().int(), pending_count: pendingCount }),
  }),
  markNotificationRead: operation({
    id: "markNotificationRead",
    method: "patch",
    path: "/notifications/{id}/mark_read",
    source: "E83",
    summary: "Mark one entry as read",
    callers: ["api", "native"],
    params: ref,
    response: one,
    errors: [404],
  }),
  dismissAllReadNotifications: operation({
    id: "dismissAllReadNotifications",
    method: "delete",
    path: "/notifications/dismiss_all_read",
    source: "E86",
    summary: "Remove every read entry",
    callers: ["api", "native"],
    response: z.object({ dismissed_count: z.number().int(), pending_count: pendingCount }),
  }),
  dismissNotification: operation({
    id: "dismissNotification",
    method: "delete",
    path: "/notifications/{id}/dismiss",
    source: "E85",
    summary: "Remove a read entry",
    callers: ["api", "native"],
    params: ref,
    response: noContent,
    status: 204,
    errors: [404],
  }),
  deleteNotification: operation({
    id: "deleteNotification",
    method: "delete",
    path: "/notifications/{id}",
    source: "E85",
    summary: "Same as dismiss, at the path the published client uses",
    callers: ["api", "native"],
    params: ref,
    response: noContent,
    status: 204,
    errors: [404],
  }),
  pushNotification: operation({
    id: "pushNotification",
    method: "post",
    path: "/notifications/push",
    source: "E87",
    summary: "Send the person a message about a session",
    callers: ["api"],
    body: z.object({
      session_id: z.union([z.number().int(), z.string().max(300)]).nullish(),
      message: z
        .string()
        .max(messageLimit, `Shorten the message to at most ${messageLimit} characters`)
        .nullish(),
    }),
    response: z.object({ success: z.literal(true), message: z.string(), session_id: z.number().int() }),
    errors: [404],
  }),
} as const;

export const preferenceOperations = {
  getNotificationPreferences: operation({
    id: "getNotificationPreferences",
    method: "get",
    path: "/notification_preferences",
    summary: "Which notifications go where, and the quiet hours",
    callers: ["board"],
    response: z.object({ preferences: notificationPreferences }),
  }),
  saveNotificationPreferences: operation({
    id: "saveNotificationPreferences",
    method: "put",
    path: "/notification_preferences",
    summary: "Choose which notifications go where, and the quiet hours",
    callers: ["board"],
    body: notificationPreferences,
    response: z.object({ preferences: notificationPreferences, message: z.string() }),
  }),
} as const;
