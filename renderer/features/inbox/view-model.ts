import type { Notification } from "../../../server/domains/inbox/notifications/model.ts";
import type { ReadState } from "./api.ts";
import { type EntryKind, entryKinds, type InboxSearch } from "./inbox-search.ts";

export type InboxFilter = "all" | ReadState;

export const filters: readonly { value: InboxFilter; label: string }[] = [
  { value: "all", label: "All" },
  { value: "unread", label: "Unread" },
  { value: "read", label: "Read" },
];

export const kindLabels: Readonly<Record<EntryKind, string>> = {
  needs_input: "Needs input",
  failed: "Failed",
  question: "Question",
  message: "Message",
};

export const kindOptions: readonly { value: string; label: string }[] = [
  { value: "", label: "All types" },
  ...entryKinds.map((value) => ({ value, label: kindLabels[value] })),
];

const kinds: Readonly<Record<string, EntryKind>> = {
  session_needs_input: "needs_input",
  session_failed: "failed",
  elicitation: "question",
};

export const kindOf = ({ notification_type: type }: Pick<Notification, "notification_type">): EntryKind =>
  kinds[type] ?? "message";

/** What it says, less the name of its session, which stands above. */
export function wordsBelow({
  message,
  ...entry
}: Pick<Notification, "message" | "notification_type">): string {
  const kind = kindOf(entry);
  if (kind !== "needs_input" && kind !== "failed") return message;
  return message
    .replace(/^".*?" (?=needs your input|failed)/s, "")
    .replace(/^[nf]/, (letter) => letter.toUpperCase());
}

/** Whether some of what was read is to be left out. */
export const isNarrowed = ({ kind, q }: InboxSearch): boolean => kind !== undefined || q !== undefined;

const wordsOf = (text: string): string[] => text.toLocaleLowerCase().split(/\s+/);

/** Whether it is of the kind that is looked for, and holds every word, in its text or its session's name. */
export function fits(entry: Notification, { kind, q = "" }: InboxSearch): boolean {
  const { title, slug } = entry.session;
  const text = `${title}\n${slug ?? ""}\n${entry.message}`.toLocaleLowerCase();
  return (kind === undefined || kind === kindOf(entry)) && wordsOf(q).every((word) => text.includes(word));
}

export const emptyWords: Readonly<Record<InboxFilter, { title: string; text: string }>> = {
  all: {
    title: "No notifications yet",
    text: "Sessions that need you or fail, and questions and messages from agents, appear here.",
  },
  unread: { title: "You're all caught up", text: "Unread notifications appear here." },
  read: {
    title: "No read notifications",
    text: "Notifications you have read stay here until you dismiss them.",
  },
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
