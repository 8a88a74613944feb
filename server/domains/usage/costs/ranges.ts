/** Where the calls of a part of a window are read: added up by day or hour, or one by one. */
export interface Range {
  source: "day" | "hour" | "call";
  /** Milliseconds; `to` is not included. */
  from: number;
  to: number;
}

export interface RangeRules {
  /** The hours whose sums are out of date, counted from 1970. */
  stale: ReadonlySet<number>;
  /** Whether all moments of [from, to) are in one bucket and have the same prices. */
  isWhole(from: number, to: number): boolean;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Parts of a window, in order: as few reads as its bounds, those of its buckets and late calls allow. */
export function rangesOf({ from, to }: { from: number; to: number }, rules: RangeRules): Range[] {
  const ranges: Range[] = [];
  const staleDays = new Set([...rules.stale].map((hour) => Math.floor(hour / 24)));
  const add = (range: Range): void => {
    const last = ranges.at(-1);
    if (last?.source === range.source) last.to = range.to;
    else ranges.push(range);
  };
  let at = from;
  while (at < to) {
    const inDay = at % dayMs === 0 && at + dayMs <= to && !staleDays.has(at / dayMs);
    if (inDay && rules.isWhole(at, at + dayMs)) {
      add({ source: "day", from: at, to: at + dayMs });
      at += dayMs;
      continue;
    }
    const end = Math.min((Math.floor(at / hourMs) + 1) * hourMs, to);
    const isHour = end - at === hourMs && !rules.stale.has(at / hourMs) && rules.isWhole(at, end);
    add({ source: isHour ? "hour" : "call", from: at, to: end });
    at = end;
  }
  return ranges;
}
