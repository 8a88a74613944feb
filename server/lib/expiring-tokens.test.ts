import { expect, it } from "vitest";
import { expiringTokens } from "./expiring-tokens.ts";

function bed(most = 3) {
  const clock = { at: 1_000, now: () => clock.at };
  return { clock, parked: expiringTokens<string>({ clock, lastingMs: 100, most }) };
}

it("returns the value of a token, and removes it when it is taken", () => {
  const { parked } = bed();
  const token = parked.park("a");
  expect([parked.at(token), parked.at(token)]).toEqual(["a", "a"]);
  expect([parked.take(token), parked.take(token), parked.at(token)]).toEqual(["a", null, null]);
  expect([parked.at(""), parked.at("guess")]).toEqual([null, null]);
});

it("drops a value when it expires", () => {
  const { clock, parked } = bed();
  const token = parked.park("a");
  clock.at += 99;
  expect(parked.at(token)).toBe("a");
  clock.at += 1;
  expect([parked.at(token), parked.take(token)]).toEqual([null, null]);
});

it("drops the oldest if there are too many", () => {
  const { parked } = bed(2);
  const tokens = ["a", "b", "c"].map((what) => parked.park(what));
  expect(tokens.map((token) => parked.at(token))).toEqual([null, "b", "c"]);
});
