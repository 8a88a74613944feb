import type { Query, QueryClient, QueryFilters } from "@tanstack/react-query";

/** A first answer, or a further page of a list, is on its way. */
const isLeftToCome = ({ state }: Query): boolean =>
  state.fetchStatus === "fetching" && (state.data === undefined || Boolean(state.fetchMeta?.fetchMore));

/**
 * Reads anew what a change made out of date. A first answer that is still on its way may be from before the change, and
 * the query client would let it stand; a further page it would give up, though somebody asked for it. Once either is
 * there, all is read again.
 */
export function readAnew(client: QueryClient, which: QueryFilters): void {
  const coming = client.getQueryCache().findAll(which).filter(isLeftToCome);
  const isAsked = (query: Query): boolean => !coming.includes(query) && (which.predicate?.(query) ?? true);
  void client.invalidateQueries({ ...which, predicate: isAsked });
  for (const query of coming) readOnceThere(client, query);
}

function readOnceThere(client: QueryClient, query: Query): void {
  const again = (): void => {
    if (isLeftToCome(query)) readOnceThere(client, query);
    else void client.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
  };
  query.promise?.then(again, again);
}
