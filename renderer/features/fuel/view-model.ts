import type { BudgetFuel, Fuel, RuntimeFuel } from "../../../server/domains/scheduling/fuel/model.ts";
import { formatDuration, formatLongDuration } from "../../lib/durations.ts";
import { formatShare } from "../../lib/percent.ts";
import { shortDateTime } from "../../lib/time.ts";
import { type MeterTone, toneOf } from "../../ui/meter-tone.ts";
import { costSentence, formatCost, formatDollars } from "../costs/format-cost.ts";
import { text } from "./text.ts";

const minuteMs = 60_000;
const soonestMs = 5_000;
/** What is spent outside of sessions is told by no event. */
const latestMs = 10 * minuteMs;
/** What changes at a moment has changed a little after it. */
const afterMs = 1_000;

/** How long until the answer is out of date by the clock alone. */
export const untilNextRead = ({ changes_at }: Pick<Fuel, "changes_at">, now: number): number =>
  Math.min(Math.max(Date.parse(changes_at) - now + afterMs, soonestMs), latestMs);

const shareOf = ({ spent_usd, limit_usd }: BudgetFuel): number => spent_usd / limit_usd;

export const isUsedUp = ({ runtimes, budget }: Pick<Fuel, "runtimes" | "budget">): boolean =>
  runtimes.some(({ lacks }) => lacks !== null) || (budget !== null && shareOf(budget) >= 1);

const at = (instant: string, now: number): string => shortDateTime(new Date(instant), new Date(now));

/** Near the end, each second counts. */
const countedMs = 10 * minuteMs;
export const isCounted = (instant: string, now: number): boolean =>
  Date.parse(instant) - now < countedMs + minuteMs;

function leftWords(leftMs: number): string {
  const whole = Math.ceil(leftMs / 1_000) * 1_000;
  if (whole < minuteMs) return formatLongDuration(whole);
  return leftMs < countedMs ? formatDuration(whole) : formatLongDuration(leftMs);
}

/** "Back 5:16 PM, in 1 h 12 min". */
export function backWords(instant: string, now: number): string {
  const leftMs = Date.parse(instant) - now;
  return leftMs > 0 ? `${text.back(at(instant, now))}${text.left(leftWords(leftMs))}` : text.due;
}

/** One line of the side bar: what it is about, a figure, and perhaps a bar. */
export interface FuelLine {
  name: string;
  figure: string;
  title: string;
  tone: MeterTone;
  /** From 0 to 1; null without a bar. */
  share: number | null;
  meter: string;
}

export function runtimeLine(of: RuntimeFuel, now: number): FuelLine {
  const { label, window, lacks } = of;
  const share = lacks === "quota" ? 1 : (window?.utilization ?? null);
  const percent = share === null ? "" : formatShare(share);
  const read = window && [
    text.used(text.windows[window.name], formatShare(window.utilization)),
    window.resets_at !== null && Date.parse(window.resets_at) > now
      ? text.resets(at(window.resets_at, now))
      : "",
  ];
  return {
    name: label,
    figure: lacks === null ? percent : text.lacks[lacks],
    title: lacks === "quota" ? "" : (read?.join("") ?? ""),
    tone: lacks === null ? toneOf(share ?? 0) : "full",
    share,
    meter: text.meterOf(label),
  };
}

/** What today cost; of a budget for every day and everything, that is its figure. */
export function todayLine({ today, budget }: Pick<Fuel, "today" | "budget">): FuelLine | null {
  if (today === null) return null;
  const own = budget !== null && isOfToday(budget) ? budget : null;
  const share = own && today.usd / own.limit_usd;
  const spent = formatCost(today);
  return {
    name: text.today,
    figure: own === null ? spent : text.of(spent, formatDollars(own.limit_usd)),
    title: costSentence(today),
    tone: share === null ? "calm" : toneOf(share, own?.warn_share),
    share,
    meter: text.budgetOf(text.budget, text.periods.day),
  };
}

/** The tightest budget, unless the line above has it. */
export function budgetLine({ today, budget }: Pick<Fuel, "today" | "budget">): FuelLine | null {
  if (budget === null || (today !== null && isOfToday(budget))) return null;
  const { label, period, scope, spent_usd: spent, limit_usd: limit, warn_share: warnShare } = budget;
  const share = shareOf(budget);
  const full = text.budgetOf(label, text.periods[period]);
  return {
    name: scope === "all" ? text.ofAll[period] : full,
    figure: text.of(formatDollars(spent), formatDollars(limit)),
    title: `${full}: ${formatShare(share)}`,
    tone: toneOf(share, warnShare),
    share,
    meter: text.budgetOf(text.budget, text.periods[period]),
  };
}

const isOfToday = ({ scope, period }: BudgetFuel): boolean => scope === "all" && period === "day";
