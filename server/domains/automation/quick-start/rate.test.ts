import { expect, it } from "vitest";
import { rateLimit } from "./rate.ts";

function openLimit() {
  const clock = { at: 1_000_000, now: () => clock.at };
  return { clock, limit: rateLimit({ clock, most: 2, windowMs: 60_000 }) };
}

it("lets so many through within any minute, each address by itself, and says how long to wait", () => {
  const { clock, limit } = openLimit();
  expect(limit.waitMs("a")).toBe(0);
  clock.at += 20_000;
  expect([limit.waitMs("a"), limit.waitMs("a"), limit.waitMs("b")]).toEqual([0, 40_000, 0]);
  clock.at += 40_000;
  expect([limit.waitMs("a"), limit.waitMs("a")]).toEqual([0, 20_000]);
});

it("does not hold what it refused against the caller", () => {
  const { clock, limit } = openLimit();
  for (let n = 0; n < 50; n++) limit.waitMs("a");
  clock.at += 60_000;
  expect(limit.waitMs("a")).toBe(0);
});

it("does not count what is given back, and forgets an address of which nothing is left", () => {
  const { limit } = openLimit();
  expect([limit.waitMs("a"), limit.waitMs("a")]).toEqual([0, 0]);
  limit.giveBack("a");
  expect([limit.waitMs("a"), limit.waitMs("a")]).toEqual([0, 60_000]);
  limit.giveBack("nobody");
  expect(limit.waitMs("nobody")).toBe(0);
});
