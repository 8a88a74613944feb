import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Shows what a change will bring before it is answered. A read that is on its way would take that back, so it is given
 * up: the change has it read anew.
 */
export function optimisticUpdate<T>(client: QueryClient, queryKey: QueryKey, change: (cached: T) => T): void {
  const held = client.getQueryData<T>(queryKey);
  if (held === undefined) return;
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<T>(queryKey, change(held));
}
