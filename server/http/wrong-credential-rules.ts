/** A credential that was refused: its digest, never the text. */
export interface WrongCredential {
  digest: string;
  /** Epoch ms. */
  at: number;
}

/** How many different wrong credentials one address may try in a window. */
export const mostWrongCredentials = 30;
export const windowMs = 60_000;

/** Those that still count, oldest first. */
const recentOnes = (tried: readonly WrongCredential[], now: number): WrongCredential[] =>
  tried.filter(({ at }) => now - at < windowMs);

/**
 * Decides about one more wrong credential of an address: what to remember, and for how long the address has to wait, in
 * seconds; 0 if it is only refused. The same wrong credential again is no guess but a program that is set up wrong, so it
 * counts once. What comes while the address waits is not remembered, so that the list stays short and the wait ends.
 */
export function decideWrongCredential(
  tried: readonly WrongCredential[],
  { digest, now }: { digest: string; now: number },
): { tried: readonly WrongCredential[]; waitSeconds: number } {
  const recent = recentOnes(tried, now);
  if (recent.some((one) => one.digest === digest)) return { tried: recent, waitSeconds: 0 };
  const [oldest] = recent;
  if (oldest === undefined || recent.length < mostWrongCredentials)
    return { tried: [...recent, { digest, at: now }], waitSeconds: 0 };
  return { tried: recent, waitSeconds: Math.ceil((oldest.at + windowMs - now) / 1_000) };
}
