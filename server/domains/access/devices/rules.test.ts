import { describe, expect, it } from "vitest";
import { deviceName, minutesLocked, pairingState, plainCode, recentTries, spelledCode } from "./rules.ts";

const minuteMs = 60_000;

describe("a code", () => {
  it("is compared as it is read, however it was typed", () => {
    expect(spelledCode("ABCDEFGH")).toBe("ABCD-EFGH");
    for (const typed of ["ABCD-EFGH", "abcd efgh", " abcdefgh "]) expect(plainCode(typed)).toBe("ABCDEFGH");
  });

  it.each([
    ["open at first", { usedAt: null, expiresAt: 10 }, 9, "open"],
    ["over at its last instant", { usedAt: null, expiresAt: 10 }, 10, "expired"],
    ["used, also when its time is over", { usedAt: 5, expiresAt: 10 }, 20, "used"],
  ] as const)("is %s", (_title, pairing, now, state) => {
    expect(pairingState(pairing, now)).toBe(state);
  });
});

describe("wrong codes", () => {
  const tries = (count: number, at = 0): number[] => Array.from({ length: count }, () => at);
  it.each([
    ["nine do not lock", tries(9), 0, 0],
    ["ten lock for five minutes", tries(10), 0, 5],
    ["the lock is over when they are five minutes old", tries(10), 5 * minuteMs, 0],
    ["the newest ten count", [...tries(5, 0), ...tries(10, 4 * minuteMs)], 4 * minuteMs, 5],
  ])("%s", (_title, wrong, now, minutes) => {
    expect(minutesLocked(wrong, now)).toBe(minutes);
  });

  it("are forgotten after five minutes", () => {
    expect(recentTries([0, 1, minuteMs], 5 * minuteMs)).toEqual([1, minuteMs]);
  });
});

describe("deviceName", () => {
  it.each([
    ["  Ana's\n\tphone ", "Ana's phone"],
    ["\u202egnp.exe", "gnp.exe"],
    [" \u200b ", "Chrome on Android"],
    ["x".repeat(80), "x".repeat(60)],
  ])("reads %j", (typed, name) => {
    expect(deviceName(typed, "Chrome on Android")).toBe(name);
  });
});
