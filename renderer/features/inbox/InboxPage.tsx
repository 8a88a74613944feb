import { type ReactNode, useCallback, useRef, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { toastError, toastSuccess } from "../../ui/toasts.ts";
import { BudgetNotices } from "../costs/BudgetNotices.tsx";
import { usePageSearch } from "../search/use-page-search.ts";
import { useRowKeys } from "../selection/use-row-keys.ts";
import { useDismissAllRead, useMarkAllRead, usePendingCount } from "./api.ts";
import { InboxHeader } from "./InboxHeader.tsx";
import { InboxRow } from "./InboxRow.tsx";
import type { InboxSearch } from "./inbox-search.ts";
import { text } from "./text.ts";
import { useInbox } from "./use-inbox.ts";
import { type ChangeInbox, useInboxAddress } from "./use-inbox-address.ts";
import { useInboxCommands } from "./use-inbox-commands.ts";
import { type Entry, emptyTexts, isNarrowed } from "./view-model.ts";

const notDone = (error: unknown): void => toastError(text.entries.updateFailed, error);

function useInboxActions() {
  const { mutate: mark, isPending: marking } = useMarkAllRead();
  const { mutateAsync: dismiss } = useDismissAllRead();
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const markAll = useCallback(
    () =>
      mark(undefined, {
        onSuccess: ({ marked_count }) => toastSuccess(text.page.markedRead(marked_count)),
        onError: notDone,
      }),
    [mark],
  );
  const dismissAll = useCallback(
    () =>
      setConfirmation({
        title: text.dismissRead.title,
        description: text.dismissRead.effect,
        actionLabel: text.dismissRead.confirm,
        run: async () => {
          const { dismissed_count } = await dismiss(undefined);
          toastSuccess(text.dismissRead.done(dismissed_count));
        },
      }),
    [dismiss],
  );
  return { markAll, marking, dismissAll, confirmation, close: () => setConfirmation(null) };
}

interface PartProps {
  search: InboxSearch;
  change: ChangeInbox;
}

function Nothing({ search, change, isSearching }: PartProps & { isSearching: boolean }) {
  if (!isNarrowed(search)) return <EmptyState {...emptyTexts[search.status ?? "all"]} />;
  if (isSearching) return <EmptyState title={text.page.searching} text={text.page.searchingHint} />;
  return (
    <EmptyState title={text.page.noMatches} text={text.page.noMatchesHint}>
      <Button onClick={() => change({ q: "", kind: "" })}>{text.page.clearFilters}</Button>
    </EmptyState>
  );
}

interface EntriesProps {
  entries: readonly Entry[];
  search: InboxSearch;
  nothing: ReactNode;
}

function Entries({ entries, search, nothing }: EntriesProps) {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, {
    order: entries.map(({ session }) => session.id),
    scrollTo: (index) =>
      list.current?.querySelector(`[data-row="${index}"]`)?.scrollIntoView({ block: "nearest" }),
  });
  return (
    <div ref={list}>
      {entries.length === 0 ? (
        nothing
      ) : (
        <ul aria-label={text.page.title} className="rounded-lg border border-line bg-surface">
          {entries.map((entry, index) => (
            <InboxRow key={entry.session.id} entry={entry} search={search} index={index} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** One entry for each session: what needs a person, then other notifications, unread first. */
export function InboxPage() {
  const [search, change] = useInboxAddress();
  const { entries, total, hasRead, isSearching, state, more } = useInbox(search);
  const field = usePageSearch();
  const pending = usePendingCount();
  const { markAll, marking, dismissAll, confirmation, close } = useInboxActions();
  useInboxCommands({ entries, focusSearch: field.focus, markAll, dismissAll });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-4 pt-4 pb-10 max-md:gap-2 max-md:pt-2">
        <InboxHeader
          search={search}
          change={change}
          field={field}
          found={{ count: entries.length, total, isSearching }}
          actions={{ mayMark: pending !== 0, marking, markAll, mayDismiss: hasRead, dismissAll }}
        />
        <BudgetNotices />
        <QueryContent query={state} what={text.page.loading}>
          {() => (
            <Entries
              entries={entries}
              search={search}
              nothing={<Nothing search={search} change={change} isSearching={isSearching} />}
            />
          )}
        </QueryContent>
        {more && !isSearching && (
          <Button size="small" busy={more.busy} onClick={more.load} className="self-center">
            {text.page.showMore}
          </Button>
        )}
      </div>
      <ConfirmDialog confirmation={confirmation} onClose={close} />
    </div>
  );
}
