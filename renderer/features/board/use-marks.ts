import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { notificationOperations } from "../../../server/domains/notifications/model.ts";
import { call } from "../../lib/client.ts";
import { liveKeys } from "../live/apply-event.ts";

/** Sessions that the inbox has unread news of. */
export function useUnread(): ReadonlySet<number> {
  const { data } = useQuery({
    queryKey: [...liveKeys.notifications, "unread"],
    queryFn: ({ signal }) =>
      call(
        notificationOperations.listNotifications,
        { query: { status: "unread", per_page: 100 } },
        { signal },
      ),
  });
  return useMemo(() => new Set(data?.notifications.map(({ session_id }) => session_id)), [data]);
}
