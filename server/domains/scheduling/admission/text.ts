import { utcMinute } from "../../../lib/instant.ts";
import type { WindowName } from "./model.ts";
import type { Situation, Verdict } from "./rules.ts";

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
const percent = (part: number): string => `${Math.round(part * 100)}%`;
const windowLabel: Record<WindowName, string> = { five_hour: "five-hour", weekly: "weekly" };

/** "a", "a and b", "a, b and c". */
const list = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(", "), parts.at(-1) ?? ""].filter((part) => part !== "").join(" and ");

const dollars = (amount: number): string => `$${amount.toFixed(amount > 0 && amount < 0.01 ? 4 : 2)}`;

function spentWindows(windows: Verdict["windows"]): string {
  return list(
    windows.map(
      ({ name, utilization, reservePct }) =>
        `${percent(utilization ?? 0)} of the ${windowLabel[name]} window is used, and ${reservePct}% of it is reserved for priority sessions`,
    ),
  );
}

/** Quota is used up, or another turn would use it up within minutes. */
function overBudget({ windows }: Verdict): string {
  const failing = windows.filter(({ withinBudget }) => !withinBudget);
  const spent = failing.filter(({ remaining }) => remaining === 0);
  if (spent.length > 0) return `No quota is left for spot sessions: ${spentWindows(spent)}.`;
  const left = failing.map(
    ({ name, remaining }) => `${dollars(remaining ?? 0)} of the ${windowLabel[name]} window`,
  );
  return `Another turn would not fit what is left for spot sessions: ${list(left)}.`;
}

function offPace({ windows }: Verdict): string {
  const rates = windows
    .filter(({ onPace }) => !onPace)
    .map(
      ({ name, projectedRate, sustainableRate }) =>
        `${dollars(projectedRate ?? 0)} per minute instead of ${dollars(sustainableRate ?? 0)} until the ${windowLabel[name]} window is reset`,
    );
  return `With another turn, the running sessions would use quota too fast: ${list(rates)}.`;
}

const atLimit = (active: number, limit: number): string =>
  `${plural(active, "session")} ${active === 1 ? "is" : "are"} working, and the limit is ${limit}.`;

/** The words of the spot queue. */
export const text = {
  /** The decision in one sentence. */
  detail(verdict: Verdict, situation: Situation): string {
    const { onWorker, awaiting, policy } = situation;
    switch (verdict.reason) {
      case "all_paused":
        return "Everything is paused until somebody resumes it.";
      case "priority":
        return "Priority sessions start at once.";
      case "budget_reached":
        return situation.budget?.detail ?? "";
      case "gating_disabled":
        return "The spot policy is off, so spot sessions start at once.";
      case "no_snapshot":
        return "No quota can be read, so only the number of sessions counts.";
      case "within_limits":
        return "There is room for spot sessions.";
      case "unavailable":
        return "The quota could not be read, so only the number of sessions counts.";
      case "unread":
        return "What is paused or limited could not be read, so no turn starts.";
      case "fleet_at_cap":
        return atLimit(onWorker + awaiting, policy.max_concurrent_sessions);
      case "at_utilization_limit":
        return verdict.ceiling === "pacing_curve" ? offPace(verdict) : overBudget(verdict);
    }
  },

  hold: {
    why: (detail: string): string => `Spot sessions wait. ${detail}`,
    until(verdict: Verdict): string {
      if (verdict.reason === "all_paused") return "The next ones start once everything is resumed.";
      if (verdict.reason === "unread") return "It is read again every few minutes.";
      if (verdict.ceiling === "fleet_cap") return "The next one starts as soon as a session ends its turn.";
      const { until } = verdict;
      if (verdict.ceiling === "pacing_curve")
        return `The next one starts when less runs${until === null ? "" : `, at ${utcMinute(until)} at the latest`}.`;
      return until === null
        ? "The next one starts when the window is reset; its time is unknown."
        : `The next one starts after the window is reset at ${utcMinute(until)}.`;
    },
  },

  counts: {
    held: (count: number): string =>
      `${plural(count, "session")} wait${count === 1 ? "s" : ""} in the spot queue.`,
    paused: (count: number): string =>
      `${plural(count, "session")} ${count === 1 ? "was" : "were"} paused to save quota.`,
    preempted: (count: number): string =>
      `${plural(count, "session")} gave up ${count === 1 ? "its slot" : "their slots"} for a priority session.`,
    overdue: (count: number): string =>
      `${plural(count, "session")} could start now and will within moments.`,
  },

  starvation: {
    off: "A long wait never overrides the quota.",
    free: (hours: number): string =>
      `A turn that quota has held for ${plural(hours, "hour")} runs once, one at a time. None does now.`,
    taken: (id: number): string => `Session ${id} runs one turn because it had waited so long.`,
  },

  preview: {
    nothing: "Nothing would change for the sessions of this moment.",
    releases: (count: number): string => `${plural(count, "waiting session")} would start`,
    pauses: (count: number): string => `${plural(count, "running spot session")} would be paused`,
    waits: (count: number): string => `${plural(count, "session")} would go on waiting`,
    sentence: (parts: readonly string[]): string => `${list(parts)}.`,
  },

  allPaused: {
    paused: (count: number): string =>
      `Everything is paused. ${plural(count, "session")} stopped working and will resume from the queue.`,
    resumed: (count: number): string =>
      count === 0
        ? "Resumed. No session had been stopped."
        : `Resumed. ${plural(count, "session")} go${count === 1 ? "es" : ""} on as soon as there is room.`,
  },

  log: {
    allPaused: (who: string): string => `${who} paused everything`,
    allResumed: (who: string): string => `${who} resumed everything`,
    stoppedForAll: (who: string): string =>
      `The turn was stopped because ${who} paused everything; it goes on from the spot queue`,
    held: (detail: string): string => `The turn waits in the spot queue: ${detail}`,
    admitted: "The turn was admitted from the spot queue",
    admittedStarved: (hours: number): string =>
      `The turn was admitted after ${plural(hours, "hour")} in the spot queue, whatever the quota`,
    asked: (id: number, minutes: number): string =>
      `Session ${id}, a priority session, needs this slot; the turn may go on for ${minutes} minutes`,
    keepsSlot: "The slot is not needed any more; the turn goes on",
    preempted: (id: number | null): string =>
      `The turn was stopped ${id === null ? "for a priority session" : `for session ${id}, a priority session`}; it goes on from the spot queue`,
    pausedForQuota: (detail: string): string => `The turn was stopped to save quota: ${detail}`,
    policyChanged: (who: string, names: readonly string[]): string =>
      `[AppSettings] ${who} changed the spot policy: ${names.join(", ")}`,
  },
};
