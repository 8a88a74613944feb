import { describe, expect, it } from "vitest";
import {
  deviceName,
  distinctName,
  formattedCode,
  minutesLocked,
  normalizedCode,
  pairingState,
  recentAttempts,
} from "./rules.ts";

const minuteMs = 60_000;

describe("a pairing code", () => {
  it("is compared without regard to case and separators", () => {
    expect(formattedCode("ABCDEFGH")).toBe("ABCD-EFGH");
    for (const typed of ["ABCD-EFGH", "abcd efgh", " abcdefgh "])
      expect(normalizedCode(typed)).toBe("ABCDEFGH");
  });

  it.each([
    ["open at first", { usedAt: null, expiresAt: 10 }, 9, "open"],
    ["expired at its last instant", { usedAt: null, expiresAt: 10 }, 10, "expired"],
    ["used, even after it expired", { usedAt: 5, expiresAt: 10 }, 20, "used"],
  ] as const)("is %s", (_title, pairing, now, state) => {
    expect(pairingState(pairing, now)).toBe(state);
  });
});

describe("wrong codes", () => {
  const attempts = (count: number, at = 0): number[] => Array.from({ length: count }, () => at);
  it.each([
    ["nine do not lock", attempts(9), 0, 0],
    ["ten lock for five minutes", attempts(10), 0, 5],
    ["the lock ends when they are five minutes old", attempts(10), 5 * minuteMs, 0],
    ["the newest ten count", [...attempts(5, 0), ...attempts(10, 4 * minuteMs)], 4 * minuteMs, 5],
  ])("%s", (_title, wrong, now, minutes) => {
    expect(minutesLocked(wrong, now)).toBe(minutes);
  });

  it("are forgotten after five minutes", () => {
    expect(recentAttempts([0, 1, minuteMs], 5 * minuteMs)).toEqual([1, minuteMs]);
  });
});

describe("deviceName", () => {
  it.each([
    ["  Ana's\n\tphone ", "Ana's phone"],
    ["\u202egnp.exe", "gnp.exe"],
    [" \u200b ", "Chrome on Android"],
    ["x".repeat(80), "x".repeat(60)],
  ])("cleans up %j", (typed, name) => {
    expect(deviceName(typed, "Chrome on Android")).toBe(name);
  });
});

it.each([
  ["Phone", [], "Phone"],
  ["ＰＨＯＮＥ", ["Phone", "phone (2)"], "ＰＨＯＮＥ (3)"],
  ["x".repeat(60), ["X".repeat(60)], `${"x".repeat(56)} (2)`],
])("gives %j beside %j a name of its own", (name, taken, distinct) => {
  expect(distinctName(name, taken)).toBe(distinct);
});
