import { expect, it } from "vitest";
import { cachedBranches } from "./branch-memory.ts";

it("queries a remote once for concurrent calls, again later, and at once after a failure", async () => {
  let now = 0;
  let asked = 0;
  let fails = false;
  const branches = cachedBranches(
    async (gitRoot) => {
      asked++;
      if (fails) throw new Error("unreachable");
      return { branches: [gitRoot], default_branch: null };
    },
    () => now,
  );
  await Promise.all([branches("a"), branches("a")]);
  await branches("b");
  expect(asked).toBe(2);
  now = 20_000;
  fails = true;
  await expect(branches("a")).rejects.toThrow("unreachable");
  fails = false;
  expect(await branches("a")).toEqual({ branches: ["a"], default_branch: null });
  expect(asked).toBe(4);
});
