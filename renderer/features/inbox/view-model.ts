import type { Notification } from "../../../server/domains/inbox/notifications/model.ts";
import type { Attention, AttentionKind, Session } from "../../../server/domains/sessions/sessions/model.ts";
import { readFailureDetail } from "../sessions/failure-detail.ts";
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

/** All that the inbox has of one session. */
export interface Entry {
  session: Notification["session"];
  /** Those that were not dismissed, unread ones first and each part newest first. */
  notifications: readonly Notification[];
  /** What the session needs a person for now; null if it needs nobody. */
  needs: Attention | null;
}

/** One entry for each session: first what needs a person, in its order, then the others as they are. */
export function entriesOf(notifications: readonly Notification[], needy: readonly Session[]): Entry[] {
  const own = Map.groupBy(notifications, ({ session_id }) => session_id);
  const first = needy.map(({ id, slug, title, status, attention }) => ({
    session: { id, slug, title, status },
    notifications: own.get(id) ?? [],
    needs: attention,
  }));
  for (const { id } of needy) own.delete(id);
  const others = [...own.values()].flatMap((group): Entry[] =>
    group[0] ? [{ session: group[0].session, notifications: group, needs: null }] : [],
  );
  return [...first, ...others];
}

const needKinds: Readonly<Partial<Record<AttentionKind, EntryKind>>> = {
  question: "question",
  failed: "failed",
  review: "needs_input",
};

/** What it is about: what is needed now, or else the first notification. */
export function kindOfEntry({ needs, notifications }: Entry): EntryKind {
  const now = needs && needKinds[needs.kind];
  return now ?? (notifications[0] ? kindOf(notifications[0]) : "message");
}

export const isUnread = ({ notifications }: Entry): boolean => notifications.some(({ read }) => !read);

const reasonOf = (needs: Attention | null): string | null =>
  needs?.kind === "failed" ? readFailureDetail(needs.reason).words : (needs?.reason ?? null);

/** What the agent said last of work to review and why it needs a person now, or else what its notification said when it was made; with a search, also what was found. */
export function linesOf({ needs, notifications }: Entry, search: InboxSearch): string {
  const found = isNarrowed(search) ? notifications.find((one) => fitsOne(one, search)) : undefined;
  const spoken = found ?? (needs ? notifications.find((one) => kindOf(one) === "message") : notifications[0]);
  const words = spoken === undefined ? null : wordsBelow(spoken);
  const said = needs?.kind === "review" ? needs.said : null;
  return [...new Set([said, reasonOf(needs), words])].filter((line) => line !== null).join("\n");
}

/** When it began to need a person, or when it was last notified of. */
export const timeOf = ({ needs, notifications }: Entry): string =>
  needs?.since ?? notifications[0]?.created_at ?? "";

/** Whether a search or a filter is set. */
export const isNarrowed = ({ kind, q }: InboxSearch): boolean => kind !== undefined || q !== undefined;

const wordsOf = (text: string): string[] => text.toLocaleLowerCase().split(/\s+/);

const hasWords = (q: string, text: string): boolean =>
  wordsOf(q).every((word) => text.toLocaleLowerCase().includes(word));

const nameOf = ({ title, slug }: Notification["session"]): string => `${title}\n${slug ?? ""}`;

const fitsOne = (one: Notification, { kind, q = "" }: InboxSearch): boolean =>
  (kind === undefined || kind === kindOf(one)) && hasWords(q, `${nameOf(one.session)}\n${one.message}`);

/** Whether the entry has the kind and all words, in what it says now or then or in its session's name. */
export function fits(entry: Entry, search: InboxSearch): boolean {
  // What is read and unread is asked of notifications alone.
  if (search.status !== undefined && entry.notifications.length === 0) return false;
  const { kind, q = "" } = search;
  const now = `${nameOf(entry.session)}\n${entry.needs?.reason ?? ""}`;
  const fitsNow = (kind === undefined || kind === kindOfEntry(entry)) && hasWords(q, now);
  return fitsNow || entry.notifications.some((one) => fitsOne(one, search));
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
