import { describe, expect, it } from "vitest";
import {
  decideWrongCredential,
  mostWrongCredentials,
  type WrongCredential,
  windowMs,
} from "./wrong-credential-rules.ts";

/** Tries one wrong credential after the other, at the given times. */
function attempts(list: readonly { digest: string; now: number }[]) {
  let tried: readonly WrongCredential[] = [];
  const waits = list.map((one) => {
    const decided = decideWrongCredential(tried, one);
    tried = decided.tried;
    return decided.waitSeconds;
  });
  return { tried, waits };
}

const guesses = (count: number, { from = 0, stepMs = 0 } = {}) =>
  Array.from({ length: count }, (_, at) => ({ digest: `guess ${from + at}`, now: at * stepMs }));

describe("wrong credentials of one address", () => {
  it("are refused plainly until there are too many, then wait until the oldest is forgotten", () => {
    const { waits } = attempts(guesses(mostWrongCredentials + 2, { stepMs: 1_000 }));
    expect(waits.slice(0, mostWrongCredentials).every((seconds) => seconds === 0)).toBe(true);
    expect(waits.slice(mostWrongCredentials)).toEqual([30, 29]);
  });

  it("count once if it is the same one, however often", () => {
    const same = Array.from({ length: 1_000 }, (_, now) => ({ digest: "old key", now }));
    const { tried, waits } = attempts(same);
    expect(tried).toHaveLength(1);
    expect(Math.max(...waits)).toBe(0);
  });

  it("of a program set up wrong are refused plainly while another one guesses", () => {
    const known = { digest: "old key", now: 0 };
    const { waits } = attempts([known, ...guesses(100), { ...known, now: 1 }]);
    expect(waits.at(-1)).toBe(0);
  });

  it("are forgotten after a while, although the guessing goes on", () => {
    const lasting = attempts(guesses(1_000, { stepMs: 100 }));
    expect(lasting.tried.length).toBeLessThanOrEqual(mostWrongCredentials);
    const { waits } = attempts([...guesses(100), { digest: "later", now: windowMs }]);
    expect(waits.at(-1)).toBe(0);
  });
});
