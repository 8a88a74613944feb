import { useMemo } from "react";
import { useUnreadEntries } from "../../inbox/api.ts";

/** Sessions that the inbox has unread news of. */
export function useUnread(): ReadonlySet<number> {
  const { data } = useUnreadEntries();
  return useMemo(() => new Set(data?.notifications.map(({ session_id }) => session_id)), [data]);
}
