/** How often it counts. Timers stop while the machine sleeps, so a sleep is no silence; a clock that is set is none either. */
const checks = 20;

/** Aborts its signal after `limitMs` in which `reported` was not called; never if there is no limit. */
export function silenceLimit(limitMs: number | undefined) {
  if (!limitMs) return { signal: undefined, reported: (): void => {}, end: (): void => {} };
  const limit = new AbortController();
  let silent = 0;
  const timer = setInterval(() => {
    silent += 1;
    if (silent >= checks) limit.abort();
  }, limitMs / checks);
  return {
    signal: limit.signal,
    reported(): void {
      silent = 0;
    },
    end: (): void => clearInterval(timer),
  };
}
