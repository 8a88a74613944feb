import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { type InboxSearch, readInboxSearch } from "./inbox-search.ts";

const route = getRouteApi("/inbox");

/** Sets parts of the address; an empty one leaves it. Returns what a control waits for that shows a part of it. */
export type ChangeInbox = (
  part: Readonly<Partial<Record<keyof InboxSearch, string>>>,
  how?: { replace: boolean },
) => unknown;

/** The inbox's part of the address, and the one way to change it. */
export function useInboxAddress(): [InboxSearch, ChangeInbox] {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback<ChangeInbox>(
    (part, { replace } = { replace: false }) =>
      navigate({ search: (held) => readInboxSearch({ ...held, ...part }), replace }),
    [navigate],
  );
  return [search, change];
}
