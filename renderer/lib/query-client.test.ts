import { notifyManager, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { createQueryClient } from "./query-client.ts";

it("tells of a change before the task is over, so that nothing is drawn as it was before", async () => {
  const client = createQueryClient();
  const observer = new QueryObserver(client, { queryKey: ["box"], enabled: false });
  const seen: unknown[] = [];
  // As useQuery listens.
  const stop = observer.subscribe(notifyManager.batchCalls(({ data }) => seen.push(data)));
  client.setQueryData(["box"], true);
  await Promise.resolve();
  await Promise.resolve();
  expect(seen).toEqual([true]);
  stop();
  client.clear();
});
