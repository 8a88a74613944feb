import { randomBytes } from "node:crypto";
import type { Clock } from "./clock.ts";
import { digestOf } from "./digest.ts";

/**
 * What waits in memory for whoever was given its token: for `lastingMs`, and never more than `most`, of which the
 * oldest goes. It is known by the token's digest, and none of it outlasts the process.
 */
export function expiringTokens<T>({
  clock,
  lastingMs,
  most,
}: {
  clock: Clock;
  lastingMs: number;
  most: number;
}) {
  const places = new Map<string, { until: number; what: T }>();

  function makeRoom(now: number): void {
    for (const [key, { until }] of places) if (until <= now || places.size >= most) places.delete(key);
  }

  /** Null for a token that is none, or whose time is over. */
  function at(token: string): T | null {
    const place = places.get(digestOf(token));
    return place && clock.now() < place.until ? place.what : null;
  }

  return {
    at,
    park(what: T): string {
      const now = clock.now();
      const token = randomBytes(32).toString("base64url");
      makeRoom(now);
      places.set(digestOf(token), { until: now + lastingMs, what });
      return token;
    },
    /** The same, which nobody gets again. */
    take(token: string): T | null {
      const what = at(token);
      places.delete(digestOf(token));
      return what;
    },
  };
}
