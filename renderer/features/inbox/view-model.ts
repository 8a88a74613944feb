import type { Notification } from "../../../server/domains/inbox/notifications/model.ts";
import type { ReadState } from "./api.ts";
import { type EntryKind, entryKinds, type InboxSearch } from "./inbox-search.ts";
import { text } from "./text.ts";

export type InboxFilter = "all" | ReadState;

export const filters: readonly { value: InboxFilter; label: string }[] = [
  { value: "all", label: text.filters.all },
  { value: "unread", label: text.filters.unread },
  { value: "read", label: text.filters.read },
];

export const kindOptions: readonly { value: string; label: string }[] = [
  { value: "", label: text.filters.allTypes },
  ...entryKinds.map((value) => ({ value, label: text.kinds[value] })),
];

const kinds: Readonly<Record<string, EntryKind>> = {
  session_needs_input: "needs_input",
  session_failed: "failed",
  elicitation: "question",
};

export const kindOf = ({ notification_type: type }: Pick<Notification, "notification_type">): EntryKind =>
  kinds[type] ?? "message";

/** The text without the name of its session, which is shown above it. */
function wordsBelow({ message, ...entry }: Pick<Notification, "message" | "notification_type">): string {
  const kind = kindOf(entry);
  if (kind !== "needs_input" && kind !== "failed") return message;
  return message
    .replace(/^".*?"(?:: | (?=needs your input|failed|has work))/s, "")
    .replace(/^[nfh]/, (letter) => letter.toUpperCase());
}

/** What the entry says, with the last words of the session or why it waits, and its summary. */
export function linesBelow(
  entry: Pick<Notification, "message" | "notification_type">,
  { summary, reason }: { summary: string | undefined; reason: string | undefined },
): string {
  const isVague = kindOf(entry) === "needs_input" && reason !== undefined;
  return [isVague ? reason : wordsBelow(entry), summary].filter((line) => line !== undefined).join("\n");
}

/** Whether a search or a filter is set. */
export const isNarrowed = ({ kind, q }: InboxSearch): boolean => kind !== undefined || q !== undefined;

const wordsOf = (text: string): string[] => text.toLocaleLowerCase().split(/\s+/);

/** Whether the entry has the kind and all words, in its text or its session's name. */
export function fits(entry: Notification, { kind, q = "" }: InboxSearch): boolean {
  const { title, slug } = entry.session;
  const text = `${title}\n${slug ?? ""}\n${entry.message}`.toLocaleLowerCase();
  return (kind === undefined || kind === kindOf(entry)) && wordsOf(q).every((word) => text.includes(word));
}

export const emptyTexts: Readonly<Record<InboxFilter, { title: string; text: string }>> = {
  all: {
    title: text.empty.all,
    text: text.empty.allHint,
  },
  unread: { title: text.empty.unread, text: text.empty.unreadHint },
  read: {
    title: text.empty.read,
    text: text.empty.readHint,
  },
};

/** Unread entries first, each part newest first. */
export const unreadFirst = (
  unread: readonly Notification[],
  read: readonly Notification[],
): readonly Notification[] => {
  // The lists are fetched one after the other, so an entry that was marked in between is in both.
  const readIds = new Set(read.map(({ id }) => id));
  return [...unread.filter(({ id }) => !readIds.has(id)), ...read];
};
