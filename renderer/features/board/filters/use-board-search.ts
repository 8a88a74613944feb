import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import type { BoardSearch } from "./board-search.ts";
import { storeSearch } from "./stored-search.ts";

const route = getRouteApi("/");

/** Returns what a control waits for that shows a part of the address. */
export type ChangeSearch = (
  change: (search: BoardSearch) => BoardSearch,
  how?: { replace: boolean },
) => unknown;

/** The board's part of the address, and the one way to change it; what lasts is kept for the next visit. */
export function useBoardSearch(): [BoardSearch, ChangeSearch] {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback<ChangeSearch>(
    (next, { replace } = { replace: false }) =>
      navigate({
        search: (held) => {
          const changed = next(held);
          storeSearch(changed);
          return changed;
        },
        replace,
      }),
    [navigate],
  );
  return [search, change];
}
