import { type Clock, monotonicClock } from "../../../lib/clock.ts";
import { minutesLocked, recentAttempts } from "./rules.ts";

/** Beyond this many addresses, the one that tried longest ago is dropped. */
const mostAddresses = 1_000;

/**
 * Counts wrong codes per address, so that no one on the network can lock out another person's device. An attacker with
 * many addresses gets more attempts, but would need millions: there are 23^8 codes, and each is open for five minutes.
 */
export function codeLockout(of: { clock: Clock }) {
  const clock = monotonicClock(of.clock);
  const attempts = new Map<string, readonly number[]>();

  return {
    /** How many minutes codes from this address are still refused; 0 when they are accepted. */
    minutesLocked: (address: string): number => minutesLocked(attempts.get(address) ?? [], clock.now()),

    recordWrongCode(address: string): void {
      const now = clock.now();
      const ofAddress = [...recentAttempts(attempts.get(address) ?? [], now), now];
      attempts.delete(address);
      const [oldest] = attempts.keys();
      if (attempts.size >= mostAddresses && oldest !== undefined) attempts.delete(oldest);
      attempts.set(address, ofAddress);
    },
  };
}
