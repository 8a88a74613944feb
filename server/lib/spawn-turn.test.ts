import { expect, it } from "vitest";
import { spawnTurn } from "./spawn-turn.ts";

it("lets one process start in each turn of the event loop, in the order of the callers", async () => {
  let loop = 0;
  const count = (): void => {
    loop += 1;
    pending = setImmediate(count);
  };
  let pending = setImmediate(count);
  const turns: { caller: string; loop: number }[] = [];
  const callers = ["first", "second", "third", "fourth"];
  await Promise.all(
    callers.map(async (caller) => {
      await spawnTurn();
      turns.push({ caller, loop });
    }),
  );
  clearImmediate(pending);
  expect(turns.map(({ caller }) => caller)).toEqual(callers);
  expect(new Set(turns.map((turn) => turn.loop)).size).toBe(callers.length);
});
