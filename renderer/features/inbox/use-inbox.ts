import { useEffect } from "react";
import type { Notification } from "../../../server/domains/inbox/notifications/model.ts";
import { useNeedingPerson } from "../sessions/use-session-lists.ts";
import { useEntries } from "./api.ts";
import { useLeaving } from "./dismissal.store.ts";
import type { InboxSearch } from "./inbox-search.ts";
import { entriesOf, fits, isNarrowed, unreadFirst } from "./view-model.ts";

const notificationsOf = ({ data }: ReturnType<typeof useEntries>): Notification[] =>
  data?.pages.flatMap((page) => page.notifications) ?? [];

/** Unread and read entries as one list; a part that is filtered out is not fetched. */
function useParts({ status }: InboxSearch) {
  const unread = useEntries("unread", status !== "read");
  const read = useEntries("read", status !== "unread");
  const parts = [...(status === "read" ? [] : [unread]), ...(status === "unread" ? [] : [read])];
  return {
    notifications: unreadFirst(
      status === "read" ? [] : notificationsOf(unread),
      status === "unread" ? [] : notificationsOf(read),
    ),
    /** The part that is loading or failed, or else one that is loaded. */
    state: parts.find(({ data }) => data === undefined) ?? (status === "read" ? read : unread),
    /** The part that has more pages. */
    next: parts.find(({ hasNextPage }) => hasNextPage),
  };
}

/** The entries that match the address. A search loads every page. */
export function useInbox(search: InboxSearch) {
  const { notifications: all, state, next } = useParts(search);
  const needy = useNeedingPerson();
  const leaving = useLeaving(({ ids }) => ids);
  const { isFetching = false, isFetchingNextPage = false, isError = false, fetchNextPage } = next ?? {};
  const isSearching = isNarrowed(search) && next !== undefined && !isError;
  // Fetching the next page during a refetch would restart the refetch.
  const isDue = isSearching && !isFetching;
  useEffect(() => {
    if (isDue) void fetchNextPage?.();
  }, [isDue, fetchNextPage]);
  const visible = all.filter(({ id }) => !leaving.has(id));
  const entries = entriesOf(visible, needy);
  return {
    entries: entries.filter((entry) => fits(entry, search)),
    /** The number of loaded entries, including those that do not match. */
    total: entries.length,
    hasRead: visible.some(({ read }) => read),
    isSearching,
    state,
    more: next && { busy: isFetchingNextPage, load: () => void next.fetchNextPage() },
  };
}
