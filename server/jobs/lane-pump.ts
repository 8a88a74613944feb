import { AsyncLocalStorage } from "node:async_hooks";
import { laneThreads, type StepAside, stepAside } from "./lane-threads.ts";
import { type Lane, laneNames } from "./lanes.ts";
import type { JobRow } from "./store.ts";

/** Timers stop while a laptop sleeps, so no timer runs for longer than this. */
const longestTimerMs = 60_000;
/** A lane whose rows could not be read or claimed (for example on a full disk) tries again after this time. */
const afterErrorMs = 5_000;

/** Fills each lane up to its limit: on every hint, at the next due time, and when a job ends. */
export function lanePump(deps: {
  capacity(lane: Lane): number;
  claim(lane: Lane): JobRow | undefined;
  /** Never rejects. */
  execute(row: JobRow, aside: StepAside): Promise<void>;
  /** Epoch ms of the lane's earliest job; null if there is none. */
  nextDue(lane: Lane): number | null;
  now(): number;
  onError(error: unknown): void;
}) {
  const threads = laneThreads({ capacity: deps.capacity, onFree: hint });
  const running = new Map<number, Promise<void>>();
  const timers = new Map<Lane, NodeJS.Timeout>();
  const hinted = new Set<Lane>();
  /** A job is not part of the request that hinted: what it stores must not count as stored by that request. */
  const outsideRequests = AsyncLocalStorage.snapshot();
  let open = false;
  let beforeClaim: (() => void) | undefined;

  /** Checks the lane once the open transaction, if any, has ended. */
  function hint(lane: Lane): void {
    if (!open) return;
    if (hinted.size === 0) setImmediate(outsideRequests, fillHinted);
    hinted.add(lane);
  }

  function fillHinted(): void {
    const lanes = [...hinted];
    hinted.clear();
    lanes.forEach(fill);
  }

  /** Called by timers alone, outside of every request, where an exception would end the process. */
  function fill(lane: Lane): void {
    try {
      beforeClaim?.();
      claimAll(lane);
      if (open) wakeWhenDue(lane);
    } catch (error) {
      deps.onError(error);
      if (open) wakeAfter(lane, afterErrorMs);
    }
  }

  function claimAll(lane: Lane): void {
    while (open && threads.hasFree(lane)) {
      const row = deps.claim(lane);
      if (!row) break;
      if (running.has(row.id)) throw new Error(`The job ${row.id} was claimed while it runs`);
      threads.take(lane, row.id);
      const work = deps.execute(row, stepAside(threads, lane, row.id)).finally(() => {
        running.delete(row.id);
        threads.leave(lane, row.id);
      });
      running.set(row.id, work);
    }
  }

  function wakeWhenDue(lane: Lane): void {
    clearTimeout(timers.get(lane));
    if (!threads.hasFree(lane)) return;
    const due = deps.nextDue(lane);
    if (due === null) return;
    wakeAfter(lane, Math.min(Math.max(due - deps.now(), 1), longestTimerMs));
  }

  function wakeAfter(lane: Lane, ms: number): void {
    clearTimeout(timers.get(lane));
    timers.set(lane, setTimeout(fill, ms, lane));
  }

  return {
    hint,
    running: threads.wanted,
    /** `check` is called before each look for a job that is due. */
    start(check?: () => void): void {
      beforeClaim = check;
      open = true;
      laneNames.forEach(hint);
    },
    /** Claims no more jobs; resolves when the running ones have ended. */
    async stop(): Promise<void> {
      open = false;
      for (const timer of timers.values()) clearTimeout(timer);
      threads.close();
      await Promise.allSettled(running.values());
    },
  };
}
