import { utcMinute } from "../../../lib/instant.ts";
import type { Verdict } from "../admission/index.ts";

const className = (chosen: string | null, resolved: string): string =>
  chosen === null ? `${resolved} (by its origin)` : chosen;

const ahead = (count: number): string => (count === 1 ? "one session" : `${count} sessions`);

/** Why a session that had begun its turn waits. */
const stopped: Readonly<Record<string, string>> = {
  preempted: "It gave its slot to a priority session.",
  forced_out: "It was stopped so that another session could start.",
  by_hand: "It was put into the queue by hand.",
  all_paused: "It was stopped with everything else.",
};

type Starting = Pick<Verdict, "allowed" | "reason" | "ceiling" | "until">;

/** When the first in the queue starts. */
function startsFirst({ allowed, reason, ceiling, until }: Starting): string {
  if (reason === "all_paused") return "Starts once everything is resumed";
  if (reason === "unread") return "Starts once the limits can be read";
  if (allowed) return "Starts in a moment";
  if (ceiling === "fleet_cap") return "Starts when a session ends its turn";
  const what = ceiling === "pacing_curve" ? "Starts when less runs" : "Starts after the window is reset";
  if (until === null) return `${what}; the time is unknown`;
  return ceiling === "pacing_curve"
    ? `${what}, at ${utcMinute(until)} at the latest`
    : `${what} at ${utcMinute(until)}`;
}

export const text = {
  stopped: (why: string | null, detail: string): string =>
    [stopped[why ?? ""], detail].filter(Boolean).join(" "),
  startsFirst,
  startsAfter: (count: number, verdict: Starting): string =>
    verdict.ceiling === "spot_budget" && verdict.until !== null
      ? `${startsFirst(verdict)}, after ${ahead(count)}`
      : count === 1
        ? "Next in line"
        : `After ${ahead(count)}`,

  classChanged: (
    before: { chosen: string | null; resolved: string },
    after: { chosen: string | null; resolved: string },
    who: string,
  ): string =>
    `Scheduling class changed from ${className(before.chosen, before.resolved)} to ${className(after.chosen, after.resolved)} by ${who}`,

  started: "The turn starts",
  retried: "The turn is tried again now",
  alreadyDue: "The turn is due already and starts as soon as a thread is free",
  startedBy: (who: string): string => `Started now by ${who}`,

  promoted: "It is a priority session now, and its turn starts",
  promotedDue: "It is a priority session now, and its turn goes before those of spot sessions",

  forced: (victim: number): string =>
    `The turn of session ${victim} was stopped and queued again; this one starts`,
  forcedBy: (who: string, victim: number): string => `Started by ${who} with the thread of session ${victim}`,
  forcedOut: (target: number, who: string): string =>
    `${who} stopped this turn to start session ${target}. It continues as soon as it can.`,

  reordered: (who: string, reason: string): string => `${who} changed the order of the sessions: ${reason}`,
  orderWritten: (count: number): string =>
    `${count} ${count === 1 ? "session goes" : "sessions go"} first, in this order`,

  paused: "The session waits in the spot queue",
  pausedBy: (who: string): string => `Paused into the spot queue by ${who}`,
};
