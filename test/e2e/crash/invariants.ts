import { setTimeout as pause } from "node:timers/promises";
import type { Facts, TurnFact } from "./facts.ts";

/** Eight seconds of looks, and not of the clock: who was kept from looking has seen nothing last. */
const looks = 160;
const lookEveryMs = 50;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** What one session's rows say that cannot be so; null when they agree. */
function untruth(fact: TurnFact): string | null {
  const { status, openTurns, blocked } = fact;
  if (status === "failed") return "has failed";
  if (isBusy(fact)) return busyUntruth(fact);
  if (blocked !== 0) return `reads ${status} and blocked by a question`;
  if (openTurns > 0) return `reads ${status} with an open turn`;
  if (status === "needs_input") return restingUntruth(fact);
  return status === "waiting" ? sleepingUntruth(fact) : null;
}

const forTurns: ReadonlySet<string | null> = new Set(["queued", "held", "parked"]);

/** A turn is to come or under way. */
const isBusy = ({ status, waitingKind, blocked }: TurnFact): boolean =>
  status === "running" ||
  (status === "waiting" && forTurns.has(waitingKind)) ||
  (status === "needs_input" && blocked !== 0);

function busyUntruth({ status, openTurns, jobs, turnState, pid, ...fact }: TurnFact): string | null {
  if (openTurns !== 1) return `reads ${status} with ${openTurns} open turns`;
  if (jobs !== 1) return `has an open turn with ${jobs} jobs`;
  if (status === "needs_input" && fact.questions === 0) return "is blocked by no question";
  const shouldLive = status !== "waiting" && turnState === "running";
  return shouldLive && !isAlive(pid ?? 0) ? `reads ${status} without process ${pid}` : null;
}

/** A paused session keeps its queue for the ten seconds in which a person may withdraw it. */
function restingUntruth({ pausedBy, pending, processing }: TurnFact): string | null {
  if (processing > 0) return `rests with ${processing} messages under way`;
  return pausedBy === null && pending > 0 ? `rests with ${pending} pending messages` : null;
}

function sleepingUntruth({ waitingKind, wakes, pending, pausedBy }: TurnFact): string | null {
  if (waitingKind === "asleep_on_wake" && wakes === 0) return "sleeps for a wake that is not armed";
  return pausedBy === null && pending > 0 ? `sleeps with ${pending} pending messages` : null;
}

function untruths(facts: Facts): string[] {
  return facts.turns().flatMap((fact) => {
    const wrong = untruth(fact);
    return wrong === null ? [] : [`session ${fact.sessionId} ${wrong}`];
  });
}

/** What stays untrue for longer than a transition takes. */
export async function lastingViolations(facts: Facts): Promise<string[]> {
  let lasting = untruths(facts);
  for (let look = 0; lasting.length > 0 && look < looks; look++) {
    await pause(lookEveryMs);
    const now = new Set(untruths(facts));
    lasting = lasting.filter((one) => now.has(one));
  }
  return lasting;
}

/** Resolves when nothing is left to remove; what stays in spite of it is found by whoever looks at the folders. */
export async function untilRemoved(facts: Facts, limitMs: number): Promise<void> {
  const end = Date.now() + limitMs;
  while (facts.removalsDue() > 0 && Date.now() < end) await pause(50);
}

/** Resolves when every session rests and nothing is queued; rejects with those that do not after `limitMs`. */
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
    if (Date.now() > end) throw new Error(`Not at rest after ${limitMs} ms: ${JSON.stringify(busy)}`);
    await pause(100);
  }
}
