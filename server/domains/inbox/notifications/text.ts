import type { Pagination } from "../../../http/model.ts";
import type { Announcement, NotificationType } from "./model.ts";

const counted: Record<NotificationType, (count: number) => string> = {
  session_needs_input: (count) => (count === 1 ? "1 needs input" : `${count} need input`),
  session_failed: (count) => `${count} failed`,
  elicitation: (count) => (count === 1 ? "1 question" : `${count} questions`),
  push: (count) => (count === 1 ? "1 message" : `${count} messages`),
};

/** One announcement for many entries, counted by type. */
function digest(types: readonly NotificationType[]): Announcement {
  const counts = new Map<NotificationType, number>();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  return {
    title: `${types.length} new in your inbox`,
    body: [...counts].map(([type, count]) => counted[type](count)).join(", "),
    url: "/inbox",
    tag: "inbox",
  };
}

/** The words of the inbox. */
export const text = {
  appName: "Signalbox",
  needsPerson: (title: string, reason: string) =>
    reason === "" ? `"${title}" needs your input` : `"${title}": ${reason}`,
  failed: (title: string, detail: string | null) =>
    detail === null ? `"${title}" failed` : `"${title}" failed: ${detail}`,
  digest,
  pushed: "The notification is in the inbox",
  preferencesSaved: "Notification settings saved",
  tool: {
    list: "Notifications",
    one: "Notification",
    unread: "Unread",
    empty: "The inbox is empty.",
    found: ({ total_count, page, total_pages }: Pagination) =>
      `${total_count} in all (page ${page} of ${total_pages}):`,
    allRead: "All Notifications Read",
    marked: "Marked",
    readDismissed: "Read Notifications Dismissed",
    oneDismissed: "Notification Dismissed",
    dismissed: "Dismissed",
    sent: "Notification Sent",
    sentSentence: "The message is in the person's inbox.",
  },
};
