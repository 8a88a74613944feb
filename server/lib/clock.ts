/** Wall-clock time in epoch milliseconds; tests pass one they move themselves. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
