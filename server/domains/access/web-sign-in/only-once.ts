import { type Clock, monotonicClock } from "../../../lib/clock.ts";

/** Whether a name is used for the first time within `lastingMs`. Kept in memory. */
export function onlyOnce({
  lastingMs,
  ...of
}: {
  clock: Clock;
  lastingMs: number;
}): (name: string) => boolean {
  const clock = monotonicClock(of.clock);
  const ends = new Map<string, number>();
  return (name) => {
    const now = clock.now();
    for (const [used, end] of ends) if (end <= now) ends.delete(used);
    if (ends.has(name)) return false;
    ends.set(name, now + lastingMs);
    return true;
  };
}
