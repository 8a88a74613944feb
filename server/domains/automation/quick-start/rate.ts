import { type Clock, monotonicClock } from "../../../lib/clock.ts";

/** Limits requests per address in a sliding window. */
export function rateLimit(of: { clock: Clock; max: number; windowMs: number }) {
  const { max, windowMs } = of;
  const clock = monotonicClock(of.clock);
  const seen = new Map<string, number[]>();

  return {
    /** How long to wait; 0 if the request may proceed, which counts it. */
    waitMs(address: string): number {
      const now = clock.now();
      for (const [known, times] of seen) if ((times.at(-1) ?? 0) <= now - windowMs) seen.delete(known);
      const times = (seen.get(address) ?? []).filter((at) => at > now - windowMs);
      const [oldest = now] = times;
      if (times.length >= max) return oldest + windowMs - now;
      seen.set(address, [...times, now]);
      return 0;
    },

    /** Uncounts a request. */
    giveBack(address: string): void {
      const times = seen.get(address) ?? [];
      seen.set(address, times.slice(0, -1));
    },
  };
}
