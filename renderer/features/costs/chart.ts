import type { CostReport } from "../../../server/domains/usage/costs/model.ts";
import { calendarTime } from "../../lib/time.ts";
import { modelNames } from "../sessions/model-name.ts";
import { text } from "./text.ts";

/** The series with colors of their own; all others are one more. */
const seriesColors = 5;

export interface Series {
  /** Null for what is folded. */
  name: string | null;
  label: string;
  /** A CSS color. */
  color: string;
}

export interface Bar {
  /** The date, or the hour of one, as the report names it. */
  day: string;
  usd: number;
  tokens: number;
  calls: number;
  /** Dollars by series, in the order of the chart's series. */
  parts: readonly number[];
}

export interface Chart {
  series: readonly Series[];
  bars: readonly Bar[];
  /** The height of the axis in dollars. */
  top: number;
}

export type Split = "models" | "roots";

type Day = CostReport["by_day"][number];

const stepMs = { hour: 3_600_000, day: 86_400_000 } as const;

/** Minutes by which the viewer's clock is ahead of UTC at a moment. */
type OffsetAt = (at: number) => number;

/** All buckets of the window, also those without a call. */
export function bucketsOf({ from, to, bucket }: CostReport["window"], offsetAt: OffsetAt): string[] {
  const step = stepMs[bucket];
  const bucketAt = (at: number): number => Math.floor((at + offsetAt(at) * 60_000) / step);
  const first = bucketAt(Date.parse(from));
  const last = bucketAt(Date.parse(to) - 1);
  return Array.from({ length: Math.min(Math.max(last - first + 1, 1), 400) }, (_, at) =>
    new Date((first + at) * step).toISOString().slice(0, bucket === "hour" ? 16 : 10),
  );
}

function seriesOf(days: readonly Day[], split: Split): Series[] {
  const sums = new Map<string | null, number>();
  for (const day of days)
    for (const { name, cost_usd: usd } of day[split]) sums.set(name, (sums.get(name) ?? 0) + usd);
  const spent = [...sums].filter(([, usd]) => usd > 0).sort(([, one], [, other]) => other - one);
  const nameOf = split === "models" ? modelNames(spent.flatMap(([name]) => name ?? [])) : String;
  const own = spent.slice(0, seriesColors).map(([name], at) => ({
    name: name ?? "",
    label: name === null ? text.noRoot : nameOf(name),
    color: `var(--series-${at + 1})`,
  }));
  const rest = spent.length - own.length;
  return rest === 0 ? own : [...own, { name: null, label: text.others(rest), color: "var(--series-rest)" }];
}

/** The report's days as stacked bars. */
export function chartOf(
  { by_day: days, window }: Pick<CostReport, "by_day" | "window">,
  split: Split,
  offsetAt: OffsetAt,
): Chart {
  const series = seriesOf(days, split);
  const known = new Map(days.map((day) => [day.day, day]));
  const bars = bucketsOf(window, offsetAt).map((name): Bar => {
    const day = known.get(name);
    return {
      day: name,
      usd: day?.cost_usd ?? 0,
      tokens: day?.tokens ?? 0,
      calls: day?.api_calls ?? 0,
      parts: partsOf(day, split, series),
    };
  });
  return { series, bars, top: niceTop(Math.max(0, ...bars.map(({ usd }) => usd))) };
}

function partsOf(day: Day | undefined, split: Split, series: readonly Series[]): number[] {
  const own = new Map(day?.[split].map(({ name, cost_usd: usd }) => [name ?? "", usd]));
  const named = series.map(({ name }) => (name === null ? 0 : (own.get(name) ?? 0)));
  const rest = Math.max(0, (day?.cost_usd ?? 0) - named.reduce((sum, usd) => sum + usd, 0));
  return series.map(({ name }, at) => (name === null ? rest : (named[at] ?? 0)));
}

const topSteps = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10];

/** The next of a few steps of a power of ten, so that the highest bar takes most of the height. */
function niceTop(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = topSteps.find((factor) => factor * power >= most) ?? 10;
  return step * power;
}

/** Whether some of the bars are of another year than the last, so that their dates need the year. */
export const spansYears = (bars: readonly Pick<Bar, "day">[]): boolean =>
  bars.at(0)?.day.slice(0, 4) !== bars.at(-1)?.day.slice(0, 4);

/** "Nov 3", "Nov 3, 2025", "Nov 3, 2:00 PM": what a bar is called. */
export const barLabel = (day: string, withYear = false): string => calendarTime(day, withYear);
