import type { EntryKind } from "./inbox-search.ts";

/** The words of the inbox. */
export const text = {
  filters: {
    searching: (count: number) => `${count} found, searching…`,
    found: (count: number, total: number) => `${count} of ${total}`,
    title: "Filters",
    active: "Filters, some are set",
    search: "Search the inbox",
    type: "Notification type",
    all: "All",
    unread: "Unread",
    read: "Read",
    allTypes: "All types",
  },
  entries: {
    updateFailed: "Could not update the inbox",
    dismiss: "Dismiss",
    markRead: "Mark as read",
    unread: ", unread",
    markReadThenDismiss: "Mark as read, then dismiss",
    dismissed: "Dismissed",
    several: (count: number) => `· ${count}`,
  },
  reply: {
    button: "Reply",
    answer: "Answer",
  },
  page: {
    markedRead: (count: number) => `${count} marked as read`,
    searching: "Searching…",
    searchingHint: "Signalbox is still searching older notifications.",
    noMatches: "No matches",
    noMatchesHint: "No notification matches the search and the type.",
    clearFilters: "Clear filters",
    title: "Inbox",
    show: "Show",
    markAllRead: "Mark all as read",
    loading: "the inbox",
    showMore: "Show more",
  },
  dismissRead: {
    title: "Dismiss all read notifications?",
    effect: "They are removed from the inbox permanently. Their sessions do not change.",
    confirm: "Dismiss all",
    done: (count: number) => `${count} dismissed`,
    button: "Dismiss read",
    command: "Dismiss all read",
  },
  empty: {
    all: "No notifications yet",
    allHint:
      "Notifications appear here when a session fails or needs you, or when an agent sends a question or a message.",
    unread: "You're all caught up",
    unreadHint: "Unread notifications appear here.",
    read: "No read notifications",
    readHint: "Notifications that you have read stay here until you dismiss them.",
  },
  kinds: {
    needs_input: "Needs input",
    failed: "Failed",
    question: "Question",
    message: "Message",
  } satisfies Readonly<Record<EntryKind, string>>,
};
