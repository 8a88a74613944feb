import { describe, expect, it } from "vitest";
import { reconnectDelayMs } from "./reconnect-delay.ts";

describe("reconnectDelayMs", () => {
  it("doubles, and stops at half a minute", () => {
    expect([0, 1, 2, 10].map((attempt) => reconnectDelayMs(attempt, 1))).toEqual([500, 1_000, 2_000, 30_000]);
  });

  it("never falls under half of the delay", () => {
    expect(reconnectDelayMs(1, 0)).toBe(500);
  });
});
