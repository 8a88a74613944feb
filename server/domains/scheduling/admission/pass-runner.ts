import { admissionPass } from "./admission-pass.ts";
import type { Decisions } from "./decisions.ts";
import { passAtJob } from "./jobs.ts";
import type { SpotPolicyKnobs } from "./model.ts";
import type { PassRunnerDeps } from "./ports.ts";
import { type Reclaimed, slotReclaim } from "./reclaim.ts";
import type { AdmissionStore } from "./store.ts";

export interface PassParts {
  store: AdmissionStore;
  decisions: Decisions;
  policy(): SpotPolicyKnobs;
  allPaused(): boolean;
}

/** Runs passes: at once, after the open transaction, or at a moment; and stops the turns that have to give up a slot. */
export function passRunner(deps: PassRunnerDeps, parts: PassParts) {
  const { database, clock, log, jobs } = deps;
  const defer = deps.defer ?? setImmediate;
  const shared = {
    ...deps,
    ...parts,
    now: clock.now,
    passAt: (at: number) => void jobs.add(passAtJob, { at }, { runAt: at }),
  };
  const queue = admissionPass(shared);
  const reclaim = slotReclaim(shared);
  const stopping = new Set<number>();
  const listeners: (() => void)[] = [];
  let isScheduled = false;

  function pass(): number {
    if (!database.sql.open) return 0;
    const { started, reclaimed } = database.transaction(() => ({
      started: queue.pass(),
      reclaimed: reclaim.due(),
    }));
    for (const one of reclaimed) if (!stopping.has(one.sessionId)) void stop(one);
    for (const listener of listeners) listener();
    return started;
  }

  async function stop({ sessionId, yielding }: Reclaimed): Promise<void> {
    stopping.add(sessionId);
    try {
      await deps.yieldTurn(sessionId, yielding);
    } catch (error) {
      log.error({ err: error, session: sessionId }, "a turn could not be put into the spot queue");
    } finally {
      stopping.delete(sessionId);
    }
  }

  /** Runs a pass once the open transaction has ended. */
  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    defer(() => {
      isScheduled = false;
      try {
        pass();
      } catch (error) {
        log.error({ err: error }, "the admission pass failed");
      }
    });
  }

  return {
    queue,
    reclaim,
    pass,
    schedule,
    onPassed: (listener: () => void): void => void listeners.push(listener),
  };
}
