import { shownAt } from "./wall-clock.ts";

/** How far a clock is ahead of UTC from this moment on. */
export interface Shift {
  from: number;
  ms: number;
}

/** A clock that is never set, ahead of UTC by this much. */
export const fixedShift = (ms: number): Shift[] => [{ from: Number.NEGATIVE_INFINITY, ms }];

/** Zones change their clocks at intervals that are longer than this. */
const stepMs = 7 * 24 * 3_600_000;

/** How far the clocks of a zone are ahead of UTC in [from, to): one entry, and one for each change. */
export function zoneShifts(timeZone: string, { from, to }: { from: number; to: number }): Shift[] {
  const aheadAt = (at: number): number => shownAt(at, timeZone) - at;
  let ms = aheadAt(from);
  const shifts = fixedShift(ms);
  for (let at = from; at < to; at += stepMs) {
    const next = Math.min(at + stepMs, to);
    const then = aheadAt(next);
    if (then === ms) continue;
    shifts.push({ from: changeIn(at, next, (moment) => aheadAt(moment) === then), ms: then });
    ms = then;
  }
  return shifts;
}

/** The first moment after `before` that has changed, as `after` has. */
function changeIn(before: number, after: number, hasChanged: (at: number) => boolean): number {
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (hasChanged(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** How far the clock is ahead of UTC at a moment. */
export function shiftAt(shifts: readonly Shift[], at: number): number {
  let ms = 0;
  for (const shift of shifts) if (at >= shift.from) ms = shift.ms;
  return ms;
}
