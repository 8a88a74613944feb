import { InfiniteQueryObserver, MutationObserver, notifyManager, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { observedQuery } from "../../test/support/observed-query.ts";
import { createQueryClient } from "./query-client.ts";

const queryKey = ["states", 7];

it("notifies of a change within the task, so that the old state is not rendered again", async () => {
  const client = createQueryClient();
  const observer = new QueryObserver(client, { queryKey: ["box"], enabled: false });
  const seen: unknown[] = [];
  // Like useQuery.
  const stop = observer.subscribe(notifyManager.batchCalls(({ data }) => seen.push(data)));
  client.setQueryData(["box"], true);
  await Promise.resolve();
  await Promise.resolve();
  expect(seen).toEqual([true]);
  stop();
  client.clear();
});

it("refetches what was read before the change", async () => {
  using query = observedQuery(queryKey);
  await query.answer(0, "before");
  const read = query.client.invalidateQueries({ queryKey });
  await query.answer(1, "after");
  await read;
  expect(query.asked).toHaveLength(2);
});

it("refetches after a first read that was in flight at the change", async () => {
  using query = observedQuery(queryKey);
  const read = query.client.invalidateQueries({ queryKey });
  void query.client.invalidateQueries({ queryKey: ["states"] });
  await query.answer(0, "before");
  await query.answer(1, "after");
  await read;
  expect(query.asked).toHaveLength(2);
});

it("lets a read finish while changes arrive faster than answers, and refetches once", async () => {
  using query = observedQuery(queryKey);
  await query.answer(0, "first");
  for (let told = 0; told < 3; told += 1) {
    void query.client.invalidateQueries({ queryKey });
    await Promise.resolve();
  }
  await query.answer(1, "second");
  await query.answer(2, "third");
  expect(query.asked).toHaveLength(3);
  expect(query.shown().fetchStatus).toBe("idle");
});

it("refetches once for all changes of one task", async () => {
  using query = observedQuery(queryKey);
  await query.answer(0, "before");
  void query.client.invalidateQueries({ queryKey });
  void query.client.invalidateQueries({ queryKey: ["states"] });
  await query.answer(1, "after");
  expect(query.asked).toHaveLength(2);
  expect(query.shown().fetchStatus).toBe("idle");
});

it("refetches an unobserved query once it is observed again", async () => {
  const client = createQueryClient();
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const asked: Promise<string>[] = [];
  const options = {
    queryKey,
    queryFn: () => {
      const answer = answers[asked.length]?.promise ?? Promise.reject(new Error("not expected"));
      asked.push(answer);
      return answer;
    },
  };
  const ahead = client.prefetchQuery(options);
  void client.invalidateQueries({ queryKey });
  answers[0]?.resolve("before");
  await ahead;
  const observer = new QueryObserver(client, options);
  const leave = observer.subscribe(() => undefined);
  answers[1]?.resolve("after");
  await expect.poll(() => observer.getCurrentResult().data).toBe("after");
  leave();
  client.clear();
});

/** An observed list whose pages arrive when the test provides them. */
function shownPages() {
  const client = createQueryClient();
  const asked: { page: number; give(answer: string): void }[] = [];
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn: ({ pageParam: page }) => new Promise<string>((give) => void asked.push({ page, give })),
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => pages.length + 1,
  });
  const leave = observer.subscribe(() => undefined);
  const answer = async (at: number, text: string): Promise<void> => {
    await expect.poll(() => asked.length).toBeGreaterThan(at);
    asked[at]?.give(text);
  };
  const end = (): void => {
    leave();
    client.clear();
  };
  return { client, asked, observer, answer, [Symbol.dispose]: end };
}

const pagesOf = ({ observer }: ReturnType<typeof shownPages>) => observer.getCurrentResult().data?.pages;

it("keeps a next page that was requested before the change", async () => {
  using list = shownPages();
  await list.answer(0, "one");
  await expect.poll(() => pagesOf(list)).toEqual(["one"]);
  void list.observer.fetchNextPage();
  void list.client.invalidateQueries({ queryKey });
  await list.answer(1, "two");
  await list.answer(2, "one anew");
  await list.answer(3, "two anew");
  await expect.poll(() => pagesOf(list)).toEqual(["one anew", "two anew"]);
  expect(list.asked.map(({ page }) => page)).toEqual([1, 2, 1, 2]);
});

it("repeats a refetch that the next page canceled", async () => {
  using list = shownPages();
  await list.answer(0, "one");
  await expect.poll(() => pagesOf(list)).toEqual(["one"]);
  void list.client.invalidateQueries({ queryKey });
  await expect.poll(() => list.asked.length).toBe(2);
  void list.observer.fetchNextPage();
  await list.answer(2, "two");
  await list.answer(1, "one, given up");
  await list.answer(3, "one anew");
  await list.answer(4, "two anew");
  await expect.poll(() => pagesOf(list)).toEqual(["one anew", "two anew"]);
  expect(list.asked.map(({ page }) => page)).toEqual([1, 1, 2, 1, 2]);
});

it.each([
  ["went through", () => Promise.resolve("done")],
  ["was refused", () => Promise.reject(new Error("refused"))],
])("refetches what a change names that %s, and then settles", async (_title, mutationFn) => {
  using query = observedQuery(queryKey);
  const change = new MutationObserver(query.client, { mutationFn, meta: { changes: [queryKey] } });
  const over = change.mutate().catch(() => undefined);
  await query.answer(0, "before");
  await expect.poll(() => query.asked.length).toBe(2);
  expect(change.getCurrentResult().status).toBe("pending");
  await query.answer(1, "after");
  await over;
  expect(change.getCurrentResult().status).not.toBe("pending");
});

it("refetches once after consecutive changes, so that their optimistic updates stay", async () => {
  using query = observedQuery(queryKey);
  await query.answer(0, "before");
  const sent: PromiseWithResolvers<void>[] = [];
  const change = () =>
    new MutationObserver(query.client, {
      scope: { id: "choices" },
      mutationFn: () => {
        sent.push(Promise.withResolvers());
        return sent.at(-1)?.promise ?? Promise.resolve();
      },
      meta: { changes: [queryKey] },
    }).mutate();
  const changes = [change(), change()];
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.resolve();
  await expect.poll(() => sent.length).toBe(2);
  expect(query.asked).toHaveLength(1);
  sent[1]?.resolve();
  await query.answer(1, "after both");
  await Promise.all(changes);
  expect(query.asked).toHaveLength(2);
});
