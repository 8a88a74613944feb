import { expect, it } from "vitest";
import { observedQuery } from "../../test/support/observed-query.ts";
import { optimisticUpdate } from "./optimistic-update.ts";

const queryKey = ["preferences"];

it("shows the expected result, and ignores an earlier read that arrives later", async () => {
  using query = observedQuery(queryKey);
  await query.answer(0, "before");
  void query.client.invalidateQueries({ queryKey });
  optimisticUpdate<string>(query.client, queryKey, (held) => `not ${held}`);
  query.asked[1]?.resolve("before, read again");
  await query.asked[1]?.promise;
  expect(query.shown()).toMatchObject({ data: "not before", status: "success", fetchStatus: "idle" });
  void query.client.invalidateQueries({ queryKey });
  await query.answer(2, "after");
});

it("leaves a first read alone", async () => {
  using query = observedQuery(queryKey);
  optimisticUpdate<string>(query.client, queryKey, () => "ahead");
  expect(query.shown().data).toBeUndefined();
  await query.answer(0, "read");
});
