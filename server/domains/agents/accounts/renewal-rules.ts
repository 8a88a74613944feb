const minuteMs = 60_000;
/** Strikes so close together are one: several turns saw the same. */
const sameStrikeMs = 15 * minuteMs;
const streakMs = 6 * 60 * minuteMs;
const maxStrikes = 3;
const earlyMs = 15 * minuteMs;

/** A sign-in is renewed a while before it expires, unless a turn's CLI does that. */
export const isRenewalDue = (of: {
  expiresAt: number | null;
  isLent: boolean;
  isRejected: boolean;
  now: number;
}): boolean => !of.isLent && !of.isRejected && of.expiresAt !== null && of.expiresAt - of.now <= earlyMs;

/** The provider did not know the token. One time is bad luck; three in a row end the sign-in. */
export function strikeOf(
  before: { refreshStrikes: number; refreshStrikeAt: number | null },
  now: number,
): { strikes: number; condemned: boolean } {
  const sinceMs = before.refreshStrikeAt === null ? Number.POSITIVE_INFINITY : now - before.refreshStrikeAt;
  const streak = sinceMs > streakMs ? 0 : before.refreshStrikes;
  const strikes = sinceMs < sameStrikeMs ? Math.max(streak, 1) : streak + 1;
  return { strikes, condemned: strikes >= maxStrikes };
}
