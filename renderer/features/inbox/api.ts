import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { notificationOperations } from "../../../server/domains/inbox/notifications/model.ts";
import { callApi } from "../../lib/client.ts";
import { liveKeys } from "../live/apply-event.ts";

export type ReadState = "read" | "unread";

const pageSize = 50;
const at = (id: number) => ({ params: { id: String(id) } });

/** Entries of the inbox, newest first; refetched when the live stream reports a change. */
export const useEntries = (status: ReadState, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: [...liveKeys.notifications, "entries", status],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        notificationOperations.listNotifications,
        { query: { status, page: pageParam, per_page: pageSize } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, total_pages } }) =>
      page < (total_pages ?? 0) ? page + 1 : undefined,
    placeholderData: keepPreviousData,
    enabled,
  });

/** The number of unread entries. */
export const usePendingCount = (): number =>
  useQuery({
    queryKey: [...liveKeys.notifications, "badge"],
    queryFn: ({ signal }) => callApi(notificationOperations.notificationBadge, {}, { signal }),
  }).data?.pending_count ?? 0;

const markRead = (id: number) => callApi(notificationOperations.markNotificationRead, at(id));
const dismiss = (id: number) => callApi(notificationOperations.dismissNotification, at(id));
const markAllRead = () => callApi(notificationOperations.markAllNotificationsRead, {});
const dismissAllRead = () => callApi(notificationOperations.dismissAllReadNotifications, {});

const useInboxChange = <Input, Answer>(send: (input: Input) => Promise<Answer>) =>
  useMutation({ mutationFn: send, meta: { changes: [liveKeys.notifications] } });

export const useMarkRead = () => useInboxChange(markRead);
export const useDismiss = () => useInboxChange(dismiss);
export const useMarkAllRead = () => useInboxChange(markAllRead);
export const useDismissAllRead = () => useInboxChange(dismissAllRead);

/** The newest unread entries, one page of them. */
export const useUnreadEntries = () =>
  useQuery({
    queryKey: [...liveKeys.notifications, "unread"],
    queryFn: ({ signal }) =>
      callApi(
        notificationOperations.listNotifications,
        { query: { status: "unread", per_page: 100 } },
        { signal },
      ),
  });

/** Opening a session marks its notifications as read. */
export function useSeen(sessionId: number): void {
  const { data, isFetching } = useUnreadEntries();
  const { mutate } = useMarkRead();
  useEffect(() => {
    // The cached list may name entries that were dismissed in the meantime.
    if (isFetching) return;
    const look = (): void => {
      const seen = data?.notifications.filter((entry) => entry.session_id === sessionId) ?? [];
      if (!document.hidden) for (const { id } of seen) mutate(id);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [data, isFetching, sessionId, mutate]);
}
