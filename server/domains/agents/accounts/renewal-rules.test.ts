import { describe, expect, it } from "vitest";
import { isRenewalDue, strikeOf } from "./renewal-rules.ts";

const now = 10_000_000_000;
const minute = 60_000;

describe("isRenewalDue", () => {
  const due = { expiresAt: now + 15 * minute, isLent: false, isRejected: false, now };
  it.each([
    ["a quarter of an hour before it expires", due, true],
    ["not before", { ...due, expiresAt: now + 15 * minute + 1 }, false],
    ["once it has expired", { ...due, expiresAt: now - 1 }, true],
    ["not while a turn has it", { ...due, isLent: true }, false],
    ["not after the provider refused it", { ...due, isRejected: true }, false],
    ["not if it does not say when it expires", { ...due, expiresAt: null }, false],
  ])("%s", (_title, of, expected) => {
    expect(isRenewalDue(of)).toBe(expected);
  });
});

describe("strikeOf", () => {
  it.each([
    ["the first", { refreshStrikes: 0, refreshStrikeAt: null }, { strikes: 1, condemned: false }],
    [
      "one within a quarter of an hour counts with the last",
      { refreshStrikes: 1, refreshStrikeAt: now - 15 * minute + 1 },
      { strikes: 1, condemned: false },
    ],
    [
      "the third ends the sign-in",
      { refreshStrikes: 2, refreshStrikeAt: now - 15 * minute },
      { strikes: 3, condemned: true },
    ],
    [
      "after six hours the count starts again",
      { refreshStrikes: 2, refreshStrikeAt: now - 6 * 60 * minute - 1 },
      { strikes: 1, condemned: false },
    ],
  ])("%s", (_title, before, expected) => {
    expect(strikeOf(before, now)).toEqual(expected);
  });
});
