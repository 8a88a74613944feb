import { type QueryKey, QueryObserver } from "@tanstack/react-query";
import { expect } from "vitest";
import { createQueryClient } from "../../renderer/lib/query-client.ts";

/** A query in its own page, whose answers arrive when the test gives them. */
export function observedQuery(queryKey: QueryKey) {
  const client = createQueryClient();
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
  const shown = () => observer.getCurrentResult();
  /** Answers once the query has asked, and waits until the answer is shown. */
  const answer = async (at: number, text: string): Promise<void> => {
    await expect.poll(() => asked.length).toBeGreaterThan(at);
    asked[at]?.resolve(text);
    await expect.poll(() => shown().data).toBe(text);
  };
  return { client, asked, shown, answer, leave, [Symbol.dispose]: end };
}
