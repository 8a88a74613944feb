import { windowMs } from "../../pricing/pacing/model.ts";
import type { SchedulingClass } from "../../sessions/sessions/model.ts";
import {
  type AdmissionDecision,
  type BurnRates,
  defaultKnobs,
  type QuotaReading,
  type SpotPolicyKnobs,
  type SpotPolicyPatch,
  spotPolicyKnobs,
  type WindowName,
} from "./model.ts";

/** Everything that a decision depends on. */
export interface Situation {
  now: number;
  /** The owner paused everything. */
  allPaused: boolean;
  /** A budget that holds the session. */
  budget: { detail: string; until: number } | null;
  class: SchedulingClass;
  policy: SpotPolicyKnobs;
  /** Sessions whose turn runs, and those whose turn is next in line for a thread; the candidate is not counted. */
  onWorker: number;
  awaiting: number;
  /** The candidate runs already: it keeps its slot, but not its claim on quota. */
  holdsSlot: boolean;
  /** Null if nothing is known. */
  reading: QuotaReading | null;
  /** What is known of quota could not be read. */
  isQuotaUnread: boolean;
  burn: BurnRates;
  /** Points that both reserves grow by: what was paused at the limit goes on only with some room below it. */
  margin: number;
}

export interface WindowVerdict {
  name: WindowName;
  utilization: number | null;
  reservePct: number;
  capacity: number;
  isInDollars: boolean;
  reserve: number;
  budget: number;
  remaining: number | null;
  /** Per minute; null if unknown, infinite at the moment of the reset. */
  sustainableRate: number | null;
  /** Per minute, with one more turn; null if unknown. */
  projectedRate: number | null;
  resetsAt: number | null;
  /** The part of the window's time that is over; null if unknown. */
  elapsed: number | null;
  withinBudget: boolean;
  onPace: boolean;
}

export interface Verdict extends Pick<AdmissionDecision, "allowed" | "reason" | "ceiling"> {
  windows: WindowVerdict[];
  /** Turns that run already have to stop as well. */
  stopsRunning: boolean;
  /** When the cause ends by itself, epoch ms; null if nobody knows. */
  until: number | null;
}

export const noBurn: BurnRates = { fleet: null, candidate: null };

const minuteMs = 60_000;
/** A turn is judged by what the fleet would have used after this. */
const horizonMinutes = 10;

/** The one decision whether a turn may start now. */
export function decideAdmission(situation: Situation): Verdict {
  const { policy, budget } = situation;
  const windows = windowsOf(situation);
  if (situation.allPaused) return { ...allow("all_paused", windows), allowed: false };
  if (budget !== null) return { ...allow("budget_reached", windows), allowed: false, until: budget.until };
  if (situation.class === "priority") return allow("priority", windows);
  if (!policy.gating_enabled) return allow("gating_disabled", windows);
  const readable = windows.filter(({ utilization }) => utilization !== null);
  const spent = readable.filter(({ withinBudget }) => !withinBudget);
  if (spent.length > 0) return hold("spot_budget", windows, latest(spent));
  const fast = readable.filter(({ onPace }) => !onPace);
  if (fast.length > 0) return hold("pacing_curve", windows, latestPace(fast, totalBurn(situation.burn)));
  const isFull = situation.onWorker + situation.awaiting >= policy.max_concurrent_sessions;
  if (isFull && !situation.holdsSlot) return hold("fleet_cap", windows, null);
  if (situation.isQuotaUnread) return allow("unavailable");
  return allow(readable.length === 0 ? "no_snapshot" : "within_limits", windows);
}

const allow = (reason: Verdict["reason"], windows: WindowVerdict[] = []): Verdict => ({
  allowed: true,
  reason,
  ceiling: null,
  windows,
  stopsRunning: false,
  until: null,
});

const hold = (
  ceiling: NonNullable<Verdict["ceiling"]>,
  windows: WindowVerdict[],
  until: number | null,
): Verdict => ({
  allowed: false,
  reason: ceiling === "fleet_cap" ? "fleet_at_cap" : "at_utilization_limit",
  ceiling,
  windows,
  // A turn that would not fit does not start; those that run go on until the quota for them is used up.
  stopsRunning: windows.some(({ remaining }) => remaining === 0),
  until,
});

/** What running sessions spend together, and what one more would; null where no session was ever measured. */
export function burnOf<Session>(of: {
  fleet: readonly (Session & { count: number })[];
  candidate: Session | null;
  rate(session: Session): number | null;
}): BurnRates {
  const { fleet, candidate, rate } = of;
  const rates = fleet.map((session) => {
    const each = rate(session);
    return each === null ? null : each * session.count;
  });
  return {
    fleet: rates.includes(null) ? null : rates.reduce<number>((sum, each) => sum + (each ?? 0), 0),
    candidate: candidate && rate(candidate),
  };
}

/** What the owner stopped could not be read. */
export const unread: Verdict = { ...allow("unread"), allowed: false };
export const nothingKnown: Situation = {
  now: 0,
  allPaused: false,
  budget: null,
  class: "spot",
  policy: defaultKnobs,
  onWorker: 0,
  awaiting: 0,
  holdsSlot: false,
  reading: null,
  isQuotaUnread: true,
  burn: noBurn,
  margin: 0,
};

const holdReasons = ["all_paused", "budget_reached", "at_utilization_limit", "unread"] as const;

/** What a record says of a decision that holds a turn. */
export const holdReason = (reason: Verdict["reason"]): (typeof holdReasons)[number] | "fleet_at_cap" =>
  holdReasons.find((known) => known === reason) ?? "fleet_at_cap";

/** The moment at which all of them have been reset; null if one of them is unknown. */
function latest(windows: readonly WindowVerdict[]): number | null {
  const resets = windows.flatMap(({ resetsAt }) => resetsAt ?? []);
  return resets.length < windows.length ? null : Math.max(...resets);
}

/** The moment at which this use fits what is left until each reset. */
function latestPace(windows: readonly WindowVerdict[], rate: number | null): number | null {
  const fits = windows.map(({ remaining, resetsAt }) =>
    resetsAt === null || remaining === null || rate === null
      ? Number.POSITIVE_INFINITY
      : Math.floor(resetsAt - (remaining / rate) * minuteMs) + 1,
  );
  const last = Math.max(...fits);
  return Number.isFinite(last) ? last : null;
}

function windowsOf(situation: Situation): WindowVerdict[] {
  return (situation.reading?.windows ?? []).map((window) => verdictOn(window, situation));
}

function verdictOn(window: QuotaReading["windows"][number], situation: Situation): WindowVerdict {
  const { now, burn } = situation;
  const { name } = window;
  const isOver = window.resetsAt !== null && window.resetsAt <= now;
  // A window past its reset counts as unused.
  const utilization = isOver ? 0 : window.utilization;
  const resetsAt = isOver ? null : window.resetsAt;
  const reservePct = reserveOf(name, situation);
  const capacity = window.capacity ?? 1;
  const reserve = (capacity * reservePct) / 100;
  const budget = capacity - reserve;
  const spent = utilization === null ? null : capacity * utilization;
  const remaining = spent === null ? null : Math.max(budget - spent, 0);
  const sustainableRate = rateUntil(resetsAt, { remaining, now });
  // The only one that works cannot wait for less to run.
  const isIdle = situation.onWorker + situation.awaiting === 0;
  // Parts of a window say nothing about dollars.
  const rate = window.capacity === null ? null : totalBurn(burn);
  const ahead = (rate ?? 0) * horizonMinutes;
  return {
    name,
    utilization,
    reservePct,
    capacity,
    isInDollars: window.capacity !== null,
    reserve,
    budget,
    remaining,
    sustainableRate,
    projectedRate: rate,
    resetsAt,
    elapsed: elapsedOf(window, { resetsAt, now }),
    withinBudget: spent === null || (spent < budget && spent + ahead <= budget),
    onPace: isIdle || rate === null || sustainableRate === null || rate <= sustainableRate,
  };
}

/** What may be used in a minute for the rest to last until the reset. */
function rateUntil(resetsAt: number | null, of: { remaining: number | null; now: number }): number | null {
  return of.remaining === null || resetsAt === null ? null : of.remaining / ((resetsAt - of.now) / minuteMs);
}

/** The part of a window that is over, 0 to 1. */
function elapsedOf(
  { name }: { name: WindowName },
  { resetsAt, now }: { resetsAt: number | null; now: number },
): number | null {
  return resetsAt === null ? null : Math.min(Math.max(1 - (resetsAt - now) / windowMs[name], 0), 1);
}

function reserveOf(name: WindowName, { policy, margin }: Situation): number {
  const chosen = name === "five_hour" ? policy.five_hour_reserve_pct : policy.weekly_reserve_pct;
  return Math.min(chosen + margin, 100);
}

function totalBurn({ fleet, candidate }: BurnRates): number | null {
  return fleet === null && candidate === null ? null : (fleet ?? 0) + (candidate ?? 0);
}

/** A session that was paused at the limit goes on once there is this much more room, in points. */
export const resumeMargin = 5;

/** The lane for turns that quota has held too long is one wide. */
export function mayPassStarved(state: {
  now: number;
  verdict: Pick<Verdict, "reason">;
  policy: SpotPolicyKnobs;
  since: number | null;
  laneTaken: boolean;
  /** Sessions with a slot. */
  active: number;
}): boolean {
  const ceilingMs = state.policy.starvation_age_ceiling_hours * 60 * minuteMs;
  if (state.active >= state.policy.max_concurrent_sessions) return false;
  if (state.verdict.reason !== "at_utilization_limit" || ceilingMs === 0 || state.laneTaken) return false;
  return state.since !== null && state.now - state.since >= ceilingMs;
}

/** So many sessions can work at once. */
export const slotLimit = ({ max_concurrent_sessions: limit }: SpotPolicyKnobs, threads: number): number =>
  Math.min(limit, threads);

const topPriority = 2_000_000_000;
/** Before every other job but the next turn of a session that has a thread. */
export const forcedPriority = 6_000_000_000;

/** The agents lane takes priority sessions first, then by precedence. */
export const lanePriority = (of: SchedulingClass, precedence: number): number =>
  precedence + (of === "priority" ? topPriority * 2 : 0);

/** The knobs after a change, and the names of those that differ; null if a value is out of range. */
export function changedPolicy(
  before: SpotPolicyKnobs,
  { enabled, ...patch }: SpotPolicyPatch,
): { knobs: SpotPolicyKnobs; changed: string[]; problems: string[] } {
  const { gating_enabled: gating = enabled } = patch;
  if (enabled !== undefined && gating !== enabled)
    return {
      knobs: before,
      changed: [],
      problems: ["enabled and gating_enabled are one setting, and differ"],
    };
  const asked = { ...patch, ...(gating !== undefined && { gating_enabled: gating }) };
  const read = spotPolicyKnobs.safeParse({ ...before, ...asked });
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    return { knobs: before, changed: [], problems };
  }
  const knobs = read.data;
  const names = Object.keys(knobs) as (keyof SpotPolicyKnobs)[];
  return { knobs, changed: names.filter((name) => knobs[name] !== before[name]), problems: [] };
}

export const asksForNothing = (patch: SpotPolicyPatch): boolean =>
  Object.values(patch).every((value) => value === undefined);
