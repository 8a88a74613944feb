import type { Query, QueryClient, QueryFilters } from "@tanstack/react-query";

const isFirstRead = ({ state }: Query): boolean =>
  state.data === undefined && state.fetchStatus === "fetching";

/**
 * Reads anew what a change made out of date. A first answer that is still on its way may be from before the change, and
 * the query client would let it stand; once it is there, it is asked for again.
 */
export function readAnew(client: QueryClient, which: QueryFilters): void {
  const first = client.getQueryCache().findAll(which).filter(isFirstRead);
  void client.invalidateQueries(which);
  for (const { queryKey, promise } of first) {
    const again = (): void =>
      void client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
    promise?.then(again, again);
  }
}
