import { expect, it, vi } from "vitest";
import { lastResult } from "./last-result.ts";

it("works again only with other arguments than the last time", () => {
  const work = vi.fn<(items: readonly number[], name: string) => string>(
    (items, name) => `${name} ${items.length}`,
  );
  const call = lastResult(work);
  const items = [1, 2];
  expect([call(items, "a"), call(items, "a")]).toEqual(["a 2", "a 2"]);
  expect(work).toHaveBeenCalledTimes(1);
  expect([call(items, "b"), call([1], "b"), call(items, "b")]).toEqual(["b 2", "b 1", "b 2"]);
  expect(work).toHaveBeenCalledTimes(4);
});

it("keeps no result of work that failed", () => {
  let fails = true;
  const call = lastResult((n: number) => {
    if (fails) throw new Error("not now");
    return n + 1;
  });
  expect(() => call(1)).toThrow("not now");
  fails = false;
  expect(call(1)).toBe(2);
});
