import { useCallback, useRef, useState } from "react";
import type { Notification } from "../../../server/domains/notifications/model.ts";
import { Button } from "../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { sayDone, sayRefused } from "../../ui/toasts.ts";
import { useRowKeys } from "../board/use-row-keys.ts";
import { useDismissAllRead, useEntries, useMarkAllRead, usePendingCount } from "./api.ts";
import { useLeaving } from "./dismissal.store.ts";
import { InboxRow } from "./InboxRow.tsx";
import { useInboxCommands } from "./use-inbox-commands.ts";
import { emptyWords, filters, type InboxFilter, unreadFirst } from "./view-model.ts";

const notDone = (error: unknown): void => sayRefused("The inbox was not changed", error);

function useInboxActs() {
  const { mutate: mark, isPending: marking } = useMarkAllRead();
  const { mutateAsync: dismiss } = useDismissAllRead();
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const markAll = useCallback(
    () =>
      mark(undefined, {
        onSuccess: ({ marked_count }) => sayDone(`${marked_count} marked as read`),
        onError: notDone,
      }),
    [mark],
  );
  const dismissAll = useCallback(
    () =>
      setAsked({
        title: "Dismiss everything that was read?",
        text: "These entries leave the inbox for good. The sessions stay as they are.",
        act: "Dismiss them",
        run: async () => {
          const { dismissed_count } = await dismiss(undefined);
          sayDone(`${dismissed_count} dismissed`);
        },
      }),
    [dismiss],
  );
  return { markAll, marking, dismissAll, asked, close: () => setAsked(null) };
}

function Entries({ entries, filter }: { entries: readonly Notification[]; filter: InboxFilter }) {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, {
    order: entries.map(({ id }) => id),
    scrollTo: (index) =>
      list.current?.querySelector(`[data-row="${index}"]`)?.scrollIntoView({ block: "nearest" }),
  });
  return (
    <div ref={list}>
      {entries.length === 0 ? (
        <EmptyState {...emptyWords[filter]} />
      ) : (
        <ul aria-label="Inbox" className="rounded-lg border border-line bg-surface">
          {entries.map((entry, index) => (
            <InboxRow key={entry.id} entry={entry} index={index} />
          ))}
        </ul>
      )}
    </div>
  );
}

const entriesOf = ({ data }: ReturnType<typeof useEntries>): Notification[] =>
  data?.pages.flatMap((page) => page.notifications) ?? [];

/** Both parts as one list; a part that is filtered out is not asked for. */
function useInbox(filter: InboxFilter) {
  const unread = useEntries("unread", filter !== "read");
  const read = useEntries("read", filter !== "unread");
  const parts = [...(filter === "read" ? [] : [unread]), ...(filter === "unread" ? [] : [read])];
  const more = parts.find(({ hasNextPage }) => hasNextPage);
  const leaving = useLeaving(({ ids }) => ids);
  return {
    entries: unreadFirst(
      filter === "read" ? [] : entriesOf(unread),
      filter === "unread" ? [] : entriesOf(read),
    ).filter(({ id }) => !leaving.has(id)),
    /** The part that is still to come, or failed; else one that is there. */
    state: parts.find(({ data }) => data === undefined) ?? unread,
    more: more && { busy: more.isFetchingNextPage, load: () => void more.fetchNextPage() },
  };
}

/** What the person is told of, unread first. */
export function InboxPage() {
  const [filter, setFilter] = useState<InboxFilter>("all");
  const { entries, state, more } = useInbox(filter);
  const pending = usePendingCount();
  const { markAll, marking, dismissAll, asked, close } = useInboxActs();
  useInboxCommands({ markAll, dismissAll });
  const hasRead = entries.some(({ read }) => read);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-4 pt-4 pb-10">
        <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <PageTitle className="me-auto text-xl font-semibold">Inbox</PageTitle>
          <Segmented
            label="Which entries"
            value={filter}
            options={filters}
            onChange={(chosen) => setFilter(chosen)}
          />
          <span className="flex gap-2">
            <Button size="small" disabled={pending === 0} busy={marking} onClick={markAll}>
              Mark all as read
            </Button>
            <Button size="small" disabled={!hasRead} onClick={dismissAll}>
              Dismiss read
            </Button>
          </span>
        </header>
        <Loaded query={state} what="the inbox">
          {() => <Entries entries={entries} filter={filter} />}
        </Loaded>
        {more && (
          <Button size="small" busy={more.busy} onClick={more.load} className="self-center">
            Show more
          </Button>
        )}
      </div>
      <ConfirmDialog asked={asked} onClose={close} />
    </div>
  );
}
