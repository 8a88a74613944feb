import { setTimeout as pause } from "node:timers/promises";
import type { Facts, TurnFact } from "./facts.ts";

/** Eight seconds, counted in checks: on a stalled machine few checks happen in that time. */
const maxChecks = 160;
const checkEveryMs = 50;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns null if the rows of the session agree. */
function violation(fact: TurnFact): string | null {
  const { status, openTurns, blocked } = fact;
  if (status === "failed") return "has failed";
  if (isBusy(fact)) return busyViolation(fact);
  if (blocked !== 0) return `is ${status} although a question blocks it`;
  if (openTurns > 0) return `is ${status} with an open turn`;
  if (status === "needs_input") return idleViolation(fact);
  return status === "waiting" ? sleepingViolation(fact) : null;
}

const turnWaits: ReadonlySet<string | null> = new Set(["queued", "held", "parked", "spot_queue"]);

/** A turn is queued or running. */
const isBusy = ({ status, waitingKind, blocked }: TurnFact): boolean =>
  status === "running" ||
  (status === "waiting" && turnWaits.has(waitingKind)) ||
  (status === "needs_input" && blocked !== 0);

function busyViolation({ status, openTurns, jobs, turnState, pid, ...fact }: TurnFact): string | null {
  if (openTurns !== 1) return `is ${status} with ${openTurns} open turns`;
  // The admission pass gives it one.
  const expectedJobs = fact.waitingKind === "spot_queue" ? 0 : 1;
  if (jobs !== expectedJobs) return `has an open turn with ${jobs} jobs`;
  if (status === "needs_input" && fact.questions === 0) return "is blocked without an open question";
  const shouldLive = status !== "waiting" && turnState === "running";
  return shouldLive && !isAlive(pid ?? 0) ? `is ${status} without process ${pid}` : null;
}

/** A paused session keeps its queue for the ten seconds in which a person may withdraw it. */
function idleViolation({ pausedBy, pending, processing }: TurnFact): string | null {
  if (processing > 0) return `is idle with ${processing} messages in progress`;
  return pausedBy === null && pending > 0 ? `is idle with ${pending} pending messages` : null;
}

function sleepingViolation({ waitingKind, wakes, pending, pausedBy }: TurnFact): string | null {
  if (waitingKind === "asleep_on_wake" && wakes === 0) return "sleeps for a wake that is not armed";
  return pausedBy === null && pending > 0 ? `sleeps with ${pending} pending messages` : null;
}

function violations(facts: Facts): string[] {
  return facts.turns().flatMap((fact) => {
    const wrong = violation(fact);
    return wrong === null ? [] : [`session ${fact.sessionId} ${wrong}`];
  });
}

/** The violations that last longer than a state transition takes. */
export async function lastingViolations(facts: Facts): Promise<string[]> {
  let lasting = violations(facts);
  for (let check = 0; lasting.length > 0 && check < maxChecks; check++) {
    await pause(checkEveryMs);
    const now = new Set(violations(facts));
    lasting = lasting.filter((one) => now.has(one));
  }
  return lasting;
}

/** Resolves when no removal is due, or after the limit; the audit of the folders reports what is left. */
export async function untilRemoved(facts: Facts, limitMs: number): Promise<void> {
  const end = Date.now() + limitMs;
  while (facts.removalsDue() > 0 && Date.now() < end) await pause(50);
}

/** Resolves when every session is idle and nothing is queued; rejects with the busy ones after `limitMs`. */
export async function untilAllIdle(
  facts: Facts,
  limitMs: number,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const end = Date.now() + limitMs;
  for (;;) {
    const busy = facts.turns().filter((fact) => isBusy(fact) || fact.pending > 0);
    if (busy.length === 0) return;
    await meanwhile();
    if (Date.now() > end) throw new Error(`Not idle after ${limitMs} ms: ${JSON.stringify(busy)}`);
    await pause(100);
  }
}
