import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Shows what a change was answered with. A read that is on its way may be from before the change and come after its
 * answer, so it is given up.
 */
export async function holdAnswer(client: QueryClient, queryKey: QueryKey, answer: unknown): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, answer);
}
