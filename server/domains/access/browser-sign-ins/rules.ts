/** A sign-in ends this long after its last use. */
export const unusedMs = 30 * 86_400_000;
/** How long a launch link is valid. */
export const launchLinkMs = 2 * 60_000;
/** How many launch links can be open at once; another one replaces the oldest. */
export const mostLaunchLinks = 20;

export const expiresAt = (row: { lastUsedAt: number }): number => row.lastUsedAt + unusedMs;
