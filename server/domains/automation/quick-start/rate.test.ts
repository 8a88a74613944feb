import { expect, it } from "vitest";
import { rateLimit } from "./rate.ts";

function openLimit() {
  const clock = { at: 1_000_000, now: () => clock.at };
  return { clock, limit: rateLimit({ clock, max: 2, windowMs: 60_000 }) };
}

it("allows a number of requests per minute and address, and returns how long to wait", () => {
  const { clock, limit } = openLimit();
  expect(limit.waitMs("a")).toBe(0);
  clock.at += 20_000;
  expect([limit.waitMs("a"), limit.waitMs("a"), limit.waitMs("b")]).toEqual([0, 40_000, 0]);
  clock.at += 40_000;
  expect([limit.waitMs("a"), limit.waitMs("a")]).toEqual([0, 20_000]);
});

it("does not count refused requests", () => {
  const { clock, limit } = openLimit();
  for (let n = 0; n < 50; n++) limit.waitMs("a");
  clock.at += 60_000;
  expect(limit.waitMs("a")).toBe(0);
});

it("does not count a request that was given back, and ignores an unknown address", () => {
  const { limit } = openLimit();
  expect([limit.waitMs("a"), limit.waitMs("a")]).toEqual([0, 0]);
  limit.giveBack("a");
  expect([limit.waitMs("a"), limit.waitMs("a")]).toEqual([0, 60_000]);
  limit.giveBack("nobody");
  expect(limit.waitMs("nobody")).toBe(0);
});
