import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Shows the result of a change before the service confirms it. A read in flight would undo that, so it is canceled; the
 * change triggers a new read.
 */
export function optimisticUpdate<T>(client: QueryClient, queryKey: QueryKey, change: (cached: T) => T): void {
  const held = client.getQueryData<T>(queryKey);
  if (held === undefined) return;
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<T>(queryKey, change(held));
}
