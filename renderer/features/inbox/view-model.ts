import type { Notification } from "../../../server/domains/notifications/model.ts";
import type { ReadState } from "./api.ts";

export type InboxFilter = "all" | ReadState;

export const filters: readonly { value: InboxFilter; label: string }[] = [
  { value: "all", label: "All" },
  { value: "unread", label: "Unread" },
  { value: "read", label: "Read" },
];

export const emptyWords: Readonly<Record<InboxFilter, { title: string; text: string }>> = {
  all: {
    title: "Nothing here",
    text: "Sessions that need you or failed, agents' questions and their messages come here.",
  },
  unread: { title: "You are up to date", text: "What you have not read yet stands here." },
  read: { title: "Nothing was read yet", text: "What you have read stays here until you dismiss it." },
};

/** Unread entries are above the others, each part newest first. */
export const unreadFirst = (
  unread: readonly Notification[],
  read: readonly Notification[],
): readonly Notification[] => {
  // The two lists are read one after the other: what was marked in between is in both.
  const readIds = new Set(read.map(({ id }) => id));
  return [...unread.filter(({ id }) => !readIds.has(id)), ...read];
};
