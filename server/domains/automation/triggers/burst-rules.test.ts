import { describe, expect, it } from "vitest";
import { type BurstState, decideBurst, isBursting, noBurst } from "./burst-rules.ts";

const minute = 60_000;

/** The verdicts on fires at these times, and the state after them. */
function fires(cap: number | null, times: readonly number[], state: BurstState = noBurst) {
  const verdicts = times.map((at) => {
    const { verdict, next } = decideBurst(state, cap, at);
    state = next;
    return verdict;
  });
  return { verdicts, state };
}

describe("the cap per minute", () => {
  it("allows every fire when there is no cap", () => {
    expect(fires(null, [0, 0, 0]).verdicts).toEqual(["allowed", "allowed", "allowed"]);
  });

  it("announces the first fire over the cap and suppresses the next ones", () => {
    expect(fires(2, [0, 1, 2, 3]).verdicts).toEqual(["allowed", "allowed", "notice", "suppressed"]);
  });

  it("starts a new count after a minute", () => {
    expect(fires(1, [0, minute]).verdicts).toEqual(["allowed", "allowed"]);
    expect(fires(1, [0, minute - 1]).verdicts).toEqual(["allowed", "notice"]);
  });

  it("suppresses until five minutes after the last fire over the cap", () => {
    const { state } = fires(1, [0, 1]);
    expect(isBursting(state, 5 * minute)).toBe(true);
    expect(isBursting(state, 5 * minute + 1)).toBe(false);
    expect(fires(1, [5 * minute + 1], state).verdicts).toEqual(["allowed"]);
  });

  it("extends the burst only for a minute over the cap", () => {
    const { state } = fires(1, [0, 1]);
    expect(fires(1, [2 * minute], state)).toMatchObject({
      verdicts: ["suppressed"],
      state: { burstActiveUntil: 5 * minute + 1 },
    });
    expect(fires(1, [2 * minute, 2 * minute + 7], state)).toMatchObject({
      verdicts: ["suppressed", "suppressed"],
      state: { burstActiveUntil: 7 * minute + 7 },
    });
  });
});
