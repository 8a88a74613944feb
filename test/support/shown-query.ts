import { QueryClient, type QueryKey, QueryObserver } from "@tanstack/react-query";

/** A query on the screen whose answers come when they are given. */
export function shownQuery(queryKey: QueryKey) {
  const client = new QueryClient();
  const asked: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn() {
      const answer = Promise.withResolvers<string>();
      asked.push(answer);
      return answer.promise;
    },
  });
  const leave = observer.subscribe(() => undefined);
  const end = (): void => {
    leave();
    client.clear();
  };
  return { client, asked, shown: () => observer.getCurrentResult(), [Symbol.dispose]: end };
}
