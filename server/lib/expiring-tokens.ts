import { type Clock, monotonicClock } from "./clock.ts";
import { digestOf } from "./digest.ts";
import { newToken } from "./new-token.ts";

/**
 * Values in memory that a token leads to, for `lastingMs`. If there are more than `most`, the oldest is dropped. They are
 * stored by the token's digest and do not survive the process.
 */
export function expiringTokens<T>(of: { clock: Clock; lastingMs: number; most: number }) {
  const { lastingMs, most } = of;
  const clock = monotonicClock(of.clock);
  const places = new Map<string, { until: number; what: T }>();

  function makeRoom(now: number): void {
    for (const [key, { until }] of places) if (until <= now || places.size >= most) places.delete(key);
  }

  /** null if the token is unknown or has expired. */
  function at(token: string): T | null {
    const place = places.get(digestOf(token));
    const now = clock.now();
    return place && now < place.until ? place.what : null;
  }

  return {
    at,
    park(what: T): string {
      const now = clock.now();
      const token = newToken();
      makeRoom(now);
      places.set(digestOf(token), { until: now + lastingMs, what });
      return token;
    },
    /** The same, and removes the value. */
    take(token: string): T | null {
      const what = at(token);
      places.delete(digestOf(token));
      return what;
    },
  };
}
