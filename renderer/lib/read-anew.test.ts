import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { shownQuery } from "../../test/support/shown-query.ts";
import { readAnew } from "./read-anew.ts";

const queryKey = ["states", 7];

function answerable() {
  const query = shownQuery(queryKey);
  const { asked, shown } = query;
  const answer = async (at: number, text: string): Promise<void> => {
    await expect.poll(() => asked.length).toBeGreaterThan(at);
    asked[at]?.resolve(text);
    await expect.poll(() => shown().data).toBe(text);
  };
  return { ...query, answer };
}

it("reads again what was read before the change", async () => {
  using query = answerable();
  await query.answer(0, "before");
  readAnew(query.client, { queryKey });
  await query.answer(1, "after");
  expect(query.asked).toHaveLength(2);
});

it("does not let a first answer stand that was on its way at the change", async () => {
  using query = answerable();
  readAnew(query.client, { queryKey });
  readAnew(query.client, { queryKey: ["states"] });
  await query.answer(0, "before");
  await query.answer(1, "after");
  expect(query.asked).toHaveLength(2);
});

it("does not give up a further page that was asked for before the change", async () => {
  const client = new QueryClient();
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
  const pages = () => observer.getCurrentResult().data?.pages;
  await answer(0, "one");
  await expect.poll(pages).toEqual(["one"]);
  void observer.fetchNextPage();
  readAnew(client, { queryKey });
  await answer(1, "two");
  await answer(2, "one anew");
  await answer(3, "two anew");
  await expect.poll(pages).toEqual(["one anew", "two anew"]);
  expect(asked.map(({ page }) => page)).toEqual([1, 2, 1, 2]);
  leave();
  client.clear();
});
