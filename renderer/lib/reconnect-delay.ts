const firstDelayMs = 500;
const longestDelayMs = 30_000;

/** Doubles from half a second to 30 s; `random` (0 to 1) spreads clients over the upper half of the delay. */
export function reconnectDelayMs(attempt: number, random: number): number {
  const full = Math.min(firstDelayMs * 2 ** attempt, longestDelayMs);
  return full / 2 + (full / 2) * random;
}
