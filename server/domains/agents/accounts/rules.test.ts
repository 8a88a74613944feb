import { describe, expect, it } from "vitest";
import { fullestWindow, isReadingDue, pooledUse, type Reading, type ReadWindow } from "./rules.ts";

const now = 10_000_000_000;
const minute = 60_000;
const account = {
  kind: "sign_in",
  isCurrent: false,
  status: "active",
  place: "stored",
  probedAt: null,
} as const;
const window = (utilization: number | null, resetAt: number | null = null): ReadWindow => ({
  utilization,
  resetAt,
  status: null,
});
const readAt = (takenAt: number): Reading => ({ takenAt, fiveHour: window(0.5), sevenDay: null });

describe("isReadingDue", () => {
  it.each([
    ["a sign-in that was never read", account, null, true],
    ["an idle account before its hour", account, readAt(now - 60 * minute + 1), false],
    ["an idle account after its hour", account, readAt(now - 60 * minute), true],
    [
      "the current account before its quarter",
      { ...account, isCurrent: true },
      readAt(now - 15 * minute + 1),
      false,
    ],
    ["the current account after it", { ...account, isCurrent: true }, readAt(now - 15 * minute), true],
    ["a spent account", { ...account, status: "quota_exceeded" as const }, readAt(now - 15 * minute), true],
    [
      "one whose last probe failed just now",
      { ...account, probedAt: now - minute },
      readAt(now - 90 * minute),
      false,
    ],
    ["a new key", { ...account, kind: "api_key" as const }, null, true],
    [
      "a key without windows, once it was asked about",
      { ...account, kind: "api_key" as const, probedAt: 1 },
      null,
      false,
    ],
    ["a key with windows", { ...account, kind: "api_key" as const, probedAt: 1 }, readAt(1), true],
    ["an account with nothing to ask with", { ...account, place: "none" as const }, null, false],
  ])("%s", (_title, asked, reading, due) => {
    expect(isReadingDue(asked, reading, now)).toBe(due);
  });
});

describe("pooledUse", () => {
  it("knows nothing without a reading", () => {
    expect(pooledUse([], now)).toBeNull();
  });

  it("averages what is known, and counts the five hours of a spent week as used", () => {
    const readings: Reading[] = [
      { takenAt: 1, fiveHour: window(0.2, now + 10 * minute), sevenDay: window(1, now + 100 * minute) },
      { takenAt: 2, fiveHour: window(0.5, now + 20 * minute), sevenDay: null },
    ];
    expect(pooledUse(readings, now)).toEqual({
      fiveHour: { utilization: 0.75, resetsAt: now + 15 * minute },
      sevenDay: { utilization: 1, resetsAt: now + 100 * minute },
    });
  });

  it("counts a window from the moment of its reset as unused, and names no reset that has passed", () => {
    const readings: Reading[] = [{ takenAt: 1, fiveHour: window(0.9, now), sevenDay: window(null) }];
    expect(pooledUse(readings, now)).toEqual({
      fiveHour: { utilization: 0, resetsAt: null },
      sevenDay: { utilization: null, resetsAt: null },
    });
  });
});

describe("fullestWindow", () => {
  const read = (fiveHour: ReadWindow | null, sevenDay: ReadWindow | null): Reading => ({
    takenAt: 1,
    fiveHour,
    sevenDay,
  });

  it("knows nothing without a reading, and without a window in it", () => {
    expect(fullestWindow([], now)).toBeNull();
    expect(fullestWindow([read(window(null), null)], now)).toBeNull();
  });

  it("is the one of which most is used over all accounts, with its next reset", () => {
    const readings = [
      read(window(0.9, now + 5 * minute), window(0.2, now + 300 * minute)),
      read(window(0.3, now + 2 * minute), window(0.4, now + 200 * minute)),
    ];
    expect(fullestWindow(readings, now)).toEqual({
      name: "five_hour",
      utilization: 0.6,
      resetsAt: now + 2 * minute,
    });
  });

  it("is the longer one if both are used alike, or if only it was read", () => {
    const weekly = { name: "weekly", utilization: 0.5, resetsAt: null };
    expect(fullestWindow([read(window(0.5), window(0.5))], now)).toEqual(weekly);
    expect(fullestWindow([read(null, window(0.5, now))], now)).toEqual({ ...weekly, utilization: 0 });
  });
});
