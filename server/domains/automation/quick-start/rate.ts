import type { Clock } from "../../../lib/clock.ts";

/** Counts what comes from each address in a window that slides. */
export function rateLimit(of: { clock: Clock; most: number; windowMs: number }) {
  const { clock, most, windowMs } = of;
  const seen = new Map<string, number[]>();

  return {
    /** How long to wait; 0 where it may go on, and is counted. */
    waitMs(address: string): number {
      const now = clock.now();
      for (const [known, times] of seen) if ((times.at(-1) ?? 0) <= now - windowMs) seen.delete(known);
      const times = (seen.get(address) ?? []).filter((at) => at > now - windowMs);
      const [oldest = now] = times;
      if (times.length >= most) return oldest + windowMs - now;
      seen.set(address, [...times, now]);
      return 0;
    },

    /** One that was counted came to nothing. */
    giveBack(address: string): void {
      const times = seen.get(address) ?? [];
      seen.set(address, times.slice(0, -1));
    },
  };
}
