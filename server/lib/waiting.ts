const longestMs = 3_600_000;

/** Whether to wait until then. Nobody waits longer than an hour: where it looks like that, the clock was set back. */
export const isWaiting = (until: number, now: number): boolean => now < until && until - now <= longestMs;
