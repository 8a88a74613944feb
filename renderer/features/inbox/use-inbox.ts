import { useEffect } from "react";
import type { Notification } from "../../../server/domains/inbox/notifications/model.ts";
import { useEntries } from "./api.ts";
import { useLeaving } from "./dismissal.store.ts";
import type { InboxSearch } from "./inbox-search.ts";
import { fits, isNarrowed, unreadFirst } from "./view-model.ts";

const entriesOf = ({ data }: ReturnType<typeof useEntries>): Notification[] =>
  data?.pages.flatMap((page) => page.notifications) ?? [];

/** Both parts as one list; a part that is filtered out is not asked for. */
function useParts({ status }: InboxSearch) {
  const unread = useEntries("unread", status !== "read");
  const read = useEntries("read", status !== "unread");
  const parts = [...(status === "read" ? [] : [unread]), ...(status === "unread" ? [] : [read])];
  return {
    entries: unreadFirst(
      status === "read" ? [] : entriesOf(unread),
      status === "unread" ? [] : entriesOf(read),
    ),
    /** The part that is still to come, or failed; else one that is there. */
    state: parts.find(({ data }) => data === undefined) ?? (status === "read" ? read : unread),
    /** The part that goes on. */
    next: parts.find(({ hasNextPage }) => hasNextPage),
  };
}

/** What the inbox shows at this address. Whoever looks for something has all of it looked through, page after page. */
export function useInbox(search: InboxSearch) {
  const { entries: all, state, next } = useParts(search);
  const leaving = useLeaving(({ ids }) => ids);
  const { isFetching = false, isFetchingNextPage = false, isError = false, fetchNextPage } = next ?? {};
  const reading = isNarrowed(search) && next !== undefined && !isError;
  // A further page that is asked for while the first ones are read anew would have that begun again.
  const isDue = reading && !isFetching;
  useEffect(() => {
    if (isDue) void fetchNextPage?.();
  }, [isDue, fetchNextPage]);
  const held = all.filter(({ id }) => !leaving.has(id));
  return {
    entries: held.filter((entry) => fits(entry, search)),
    /** How many there are with those that do not fit, as far as they were read. */
    total: held.length,
    hasRead: held.some(({ read }) => read),
    reading,
    state,
    more: next && { busy: isFetchingNextPage, load: () => void next.fetchNextPage() },
  };
}
