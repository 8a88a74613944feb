import { uptime } from "node:os";

/** Wall-clock time in epoch milliseconds; tests pass one they move themselves. */
export interface Clock {
  now(): number;
  /** Like `now`, but unmoved when somebody sets the machine's clock. The same as `now` if missing. */
  monotonic?(): number;
}

/** Time that passes whatever the clock says, while the machine sleeps too. */
const uptimeMs = (): number => uptime() * 1_000;
const bootedAt = Date.now() - uptimeMs();

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => bootedAt + uptimeMs() };

/** For what lasts a while in memory and is never stored: nobody shortens or extends it by setting the clock. */
export const monotonicClock = (clock: Clock): Clock => ({ now: () => clock.monotonic?.() ?? clock.now() });
