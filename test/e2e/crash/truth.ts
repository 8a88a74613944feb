import { setTimeout as pause } from "node:timers/promises";
import type { Facts, TurnFact } from "./facts.ts";

const patienceMs = 8_000;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** What one session's rows say that cannot be so; null when they agree. */
export function untruth(fact: TurnFact): string | null {
  const { status, openTurns, jobs, turnState, pid, pausedBy, pending, processing } = fact;
  const busy = status === "running" || status === "waiting";
  if (status === "failed") return "has failed";
  if (busy && openTurns !== 1) return `reads ${status} with ${openTurns} open turns`;
  if (busy && jobs !== 1) return `has an open turn with ${jobs} jobs`;
  if (!busy && openTurns > 0) return `reads ${status} with an open turn`;
  if (status === "needs_input" && processing > 0) return `rests with ${processing} messages under way`;
  if (status === "needs_input" && pausedBy === null && pending > 0)
    return `rests with ${pending} pending messages`;
  if (status === "running" && turnState === "running" && !isAlive(pid ?? 0))
    return `runs without process ${pid}`;
  return null;
}

function untruths(facts: Facts): string[] {
  return facts.turns().flatMap((fact) => {
    const wrong = untruth(fact);
    return wrong === null ? [] : [`session ${fact.sessionId} ${wrong}`];
  });
}

/** What stays untrue for longer than a transition takes. */
export async function lastingUntruths(facts: Facts): Promise<string[]> {
  const end = Date.now() + patienceMs;
  let lasting = untruths(facts);
  while (lasting.length > 0 && Date.now() < end) {
    await pause(50);
    const now = new Set(untruths(facts));
    lasting = lasting.filter((one) => now.has(one));
  }
  return lasting;
}

/** Resolves when every session rests and nothing is queued; rejects with those that do not after `limitMs`. */
export async function untilAllRest(facts: Facts, limitMs: number): Promise<void> {
  const end = Date.now() + limitMs;
  for (;;) {
    const busy = facts
      .turns()
      .filter(({ status, pending }) => status === "running" || status === "waiting" || pending > 0);
    if (busy.length === 0) return;
    if (Date.now() > end) throw new Error(`Not at rest after ${limitMs} ms: ${JSON.stringify(busy)}`);
    await pause(100);
  }
}
