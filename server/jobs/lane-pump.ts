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
  execute(row: JobRow): Promise<void>;
  /** Epoch ms of the lane's earliest job; null if there is none. */
  nextDue(lane: Lane): number | null;
  now(): number;
  onError(error: unknown): void;
}) {
  const running = new Map<Lane, Map<number, Promise<void>>>(laneNames.map((lane) => [lane, new Map()]));
  const timers = new Map<Lane, NodeJS.Timeout>();
  const hinted = new Set<Lane>();
  let open = false;

  const busy = (lane: Lane): Map<number, Promise<void>> => running.get(lane) ?? new Map();

  /** Checks the lane once the open transaction, if any, has ended. */
  function hint(lane: Lane): void {
    if (!open) return;
    if (hinted.size === 0) setImmediate(fillHinted);
    hinted.add(lane);
  }

  function fillHinted(): void {
    const lanes = [...hinted];
    hinted.clear();
    lanes.forEach(fill);
  }

  /** Called by timers alone, where an exception would end the process. */
  function fill(lane: Lane): void {
    try {
      claimAll(lane);
      if (open) wakeWhenDue(lane);
    } catch (error) {
      deps.onError(error);
      if (open) wakeAfter(lane, afterErrorMs);
    }
  }

  function claimAll(lane: Lane): void {
    while (open && busy(lane).size < deps.capacity(lane)) {
      const row = deps.claim(lane);
      if (!row) break;
      if (busy(lane).has(row.id)) throw new Error(`The job ${row.id} was claimed while it runs`);
      const work = deps.execute(row).finally(() => {
        busy(lane).delete(row.id);
        hint(lane);
      });
      busy(lane).set(row.id, work);
    }
  }

  function wakeWhenDue(lane: Lane): void {
    clearTimeout(timers.get(lane));
    if (busy(lane).size >= deps.capacity(lane)) return;
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
    running: (lane: Lane): number => busy(lane).size,
    start(): void {
      open = true;
      laneNames.forEach(hint);
    },
    /** Claims no more jobs; resolves when the running ones have ended. */
    async stop(): Promise<void> {
      open = false;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.allSettled(laneNames.flatMap((lane) => [...busy(lane).values()]));
    },
  };
}
