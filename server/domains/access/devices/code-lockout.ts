import type { Clock } from "../../../lib/clock.ts";
import { minutesLocked, recentTries } from "./rules.ts";

/** So many addresses are remembered; the one that tried the longest ago makes room. */
const mostAddresses = 1_000;

/**
 * Wrong codes by the address they came from, so that nobody in the network can keep a device of somebody else from
 * pairing. Who has many addresses gets more tries out of it, of which millions would be needed: there are 23^8 codes,
 * and each is open for five minutes.
 */
export function wrongCodes({ clock }: { clock: Clock }) {
  const tries = new Map<string, readonly number[]>();

  return {
    /** For how many minutes no code of this address is looked at; 0 = it is. */
    minutesLocked: (address: string): number => minutesLocked(tries.get(address) ?? [], clock.now()),

    note(address: string): void {
      const now = clock.now();
      const ofThis = [...recentTries(tries.get(address) ?? [], now), now];
      tries.delete(address);
      const [oldest] = tries.keys();
      if (tries.size >= mostAddresses && oldest !== undefined) tries.delete(oldest);
      tries.set(address, ofThis);
    },
  };
}
