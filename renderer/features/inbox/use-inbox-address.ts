import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { type InboxSearch, readInboxSearch } from "./inbox-search.ts";

const route = getRouteApi("/inbox");

/** Changes search parameters; an empty value removes one. Returns a promise for controls that show the change. */
export type ChangeInbox = (
  part: Readonly<Partial<Record<keyof InboxSearch, string>>>,
  how?: { replace: boolean },
) => unknown;

/** The search parameters of the inbox and how to change them. */
export function useInboxAddress(): [InboxSearch, ChangeInbox] {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback<ChangeInbox>(
    (part, { replace } = { replace: false }) =>
      navigate({ search: (current) => readInboxSearch({ ...current, ...part }), replace }),
    [navigate],
  );
  return [search, change];
}
