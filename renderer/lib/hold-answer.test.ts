import { expect, it } from "vitest";
import { shownQuery } from "../../test/support/shown-query.ts";
import { holdAnswer } from "./hold-answer.ts";

const queryKey = ["backups"];

it("shows the answer of a change, and not a first read from before it that comes later", async () => {
  using query = shownQuery(queryKey);
  await holdAnswer(query.client, queryKey, "after");
  query.asked[0]?.resolve("before");
  await query.asked[0]?.promise;
  expect(query.shown()).toMatchObject({ data: "after", status: "success", fetchStatus: "idle" });
  expect(query.asked).toHaveLength(1);
});

it("gives up a later read too, and leaves what comes after it", async () => {
  using query = shownQuery(queryKey);
  query.asked[0]?.resolve("first");
  await expect.poll(() => query.shown().data).toBe("first");
  const read = query.client.refetchQueries({ queryKey });
  await holdAnswer(query.client, queryKey, "after");
  query.asked[1]?.resolve("before");
  await read;
  expect(query.shown().data).toBe("after");
  const again = query.client.refetchQueries({ queryKey });
  query.asked[2]?.resolve("newest");
  await again;
  expect(query.shown().data).toBe("newest");
});
