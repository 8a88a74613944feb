import type { SessionLogPort, SessionRow, SessionService } from "../../sessions/sessions/index.ts";
import type { Yielding } from "../../turns/turns/index.ts";
import type { Decisions } from "./decisions.ts";
import type { SpotPolicyKnobs } from "./model.ts";
import { graceMs, pickVictim, tendMarks } from "./reclaim-rules.ts";
import { slotLimit } from "./rules.ts";
import type { AdmissionStore, RunningRow } from "./store.ts";
import { text } from "./text.ts";

/** A session whose turn has to stop. */
export interface Reclaimed {
  sessionId: number;
  yielding: Yielding;
}

interface ReclaimDeps {
  store: AdmissionStore;
  decisions: Decisions;
  sessions: Pick<SessionService, "byId" | "classOf">;
  sessionLog: SessionLogPort;
  workerSlots: number;
  policy(): SpotPolicyKnobs;
  now(): number;
  passAt(at: number): void;
}

/** Takes slots back from spot sessions: for a priority session, and where the quota that is theirs is spent. */
export function slotReclaim(deps: ReclaimDeps) {
  const { store, decisions, sessions, sessionLog, policy, now } = deps;

  const spotRunning = (): RunningRow[] => store.running().filter((row) => sessions.classOf(row) === "spot");

  function isSpot(id: number): boolean {
    const row = sessions.byId(id);
    return row !== undefined && sessions.classOf(row) === "spot";
  }

  /** How many sessions work beyond the limit. */
  function tooMany(): number {
    const { onWorker, awaiting } = store.occupied(0);
    return onWorker + awaiting - slotLimit(policy(), deps.workerSlots);
  }

  /** A priority session took a slot: a spot session is asked for one, unless there are enough. Inside the transaction. */
  function makeRoomFor({ id }: Pick<SessionRow, "id">): void {
    const { gating_enabled: isOn, preemption_enabled: mayPreempt } = policy();
    if (!isOn || !mayPreempt || tooMany() <= store.marked().length) return;
    const victim = pickVictim(spotRunning(), now());
    if (!victim) return;
    store.change(victim.id, {
      markedAt: now(),
      markedFor: id,
      preemptedAt: now(),
      preemptedCount: victim.preemptedCount + 1,
    });
    sessionLog.note(victim.id, "warning", text.log.asked(id, graceMs / 60_000));
    deps.passAt(now() + graceMs);
  }

  function release(id: number): void {
    const count = store.record(id)?.preemptedCount ?? 1;
    store.change(id, {
      markedAt: null,
      markedFor: null,
      preemptedAt: null,
      preemptedCount: Math.max(count - 1, 0),
    });
    sessionLog.note(id, "info", text.log.keepsSlot);
  }

  function preempted(): Reclaimed[] {
    const asked = store.marked();
    if (asked.length === 0) return [];
    const marks = asked.filter(({ id }) => isSpot(id));
    for (const { id } of asked) if (!isSpot(id)) release(id);
    const { gating_enabled: isOn, preemption_enabled: mayPreempt } = policy();
    const needed = isOn && mayPreempt ? tooMany() : 0;
    const { stopped, released, nextAt } = tendMarks(marks, { tooMany: needed, now: now() });
    for (const { id } of released) release(id);
    if (nextAt !== null) deps.passAt(nextAt);
    return stopped.map(({ id, markedFor }) => ({ sessionId: id, yielding: preempting(id, markedFor) }));
  }

  const preempting = (id: number, markedFor: number | null): Yielding => ({
    before() {
      if ((store.record(id)?.markedAt ?? null) === null || !isSpot(id)) return false;
      store.change(id, { state: "paused", why: "preempted", detail: null, since: now() });
      sessionLog.note(id, "warning", text.log.preempted(markedFor));
      return true;
    },
  });

  /** Spot sessions of a runtime whose quota for them is spent. One that waited too long may finish its turn. */
  function overBudget(): Reclaimed[] {
    const spot = spotRunning().filter(({ state }) => state === null);
    const runtimes = new Map(spot.map((row) => [row.agentRuntime, row]));
    return [...runtimes].flatMap(([runtime, candidate]) => {
      const stops = decisions.decide({ candidate, holdsSlot: true }).verdict.stopsRunning;
      const those = stops ? spot.filter(({ agentRuntime }) => agentRuntime === runtime) : [];
      return those.map(({ id }) => ({ sessionId: id, yielding: pausing(id) }));
    });
  }

  const pausing = (id: number): Yielding => ({
    before(row) {
      const { verdict, detail } = decisions.decide({ candidate: row, holdsSlot: true });
      if (!verdict.stopsRunning) return false;
      store.change(id, { state: "paused", why: "quota", detail, since: now() });
      sessionLog.note(id, "warning", text.log.pausedForQuota(detail));
      return true;
    },
  });

  return {
    makeRoomFor,

    /** Who has to give up a slot by now. Inside the caller's transaction. */
    due: (): Reclaimed[] => [...preempted(), ...overBudget()],
  };
}
