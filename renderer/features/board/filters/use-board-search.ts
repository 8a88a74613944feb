import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import type { BoardSearch } from "./board-search.ts";
import { storeSearch } from "./stored-search.ts";

const route = getRouteApi("/");

/** Returns a promise for controls that wait until the address has changed. */
export type ChangeSearch = (
  change: (search: BoardSearch) => BoardSearch,
  how?: { replace: boolean },
) => unknown;

/** The board's part of the address and how to change it; its lasting part is stored for the next visit. */
export function useBoardSearch(): [BoardSearch, ChangeSearch] {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback<ChangeSearch>(
    (next, { replace } = { replace: false }) =>
      navigate({
        search: (current) => {
          const changed = next(current);
          storeSearch(changed);
          return changed;
        },
        replace,
      }),
    [navigate],
  );
  return [search, change];
}
