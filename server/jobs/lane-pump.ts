import { type Lane, laneNames } from "./lanes.ts";
import type { JobRow } from "./store.ts";

const longestTimerMs = 2 ** 31 - 1;

/** Keeps each lane as full as it may be: on every hint, at the next due time, and when a job ends. */
export function lanePump(deps: {
  capacity(lane: Lane): number;
  claim(lane: Lane): JobRow | undefined;
  /** Never rejects. */
  execute(row: JobRow): Promise<void>;
  /** Epoch ms of the lane's earliest job; null without any. */
  nextDue(lane: Lane): number | null;
  now(): number;
}) {
  const running = new Map<Lane, Map<number, Promise<void>>>(laneNames.map((lane) => [lane, new Map()]));
  const timers = new Map<Lane, NodeJS.Timeout>();
  let open = false;
  let planned = false;

  const busy = (lane: Lane): Map<number, Promise<void>> => running.get(lane) ?? new Map();

  /** Looks once the open transaction, if any, has ended. */
  function hint(): void {
    if (!open || planned) return;
    planned = true;
    setImmediate(() => {
      planned = false;
      for (const lane of laneNames) fill(lane);
    });
  }

  function fill(lane: Lane): void {
    while (open && busy(lane).size < deps.capacity(lane)) {
      const row = deps.claim(lane);
      if (!row) break;
      const work = deps.execute(row).finally(() => {
        busy(lane).delete(row.id);
        hint();
      });
      busy(lane).set(row.id, work);
    }
    if (open) wakeWhenDue(lane);
  }

  function wakeWhenDue(lane: Lane): void {
    clearTimeout(timers.get(lane));
    const due = deps.nextDue(lane);
    if (due === null || busy(lane).size >= deps.capacity(lane)) return;
    timers.set(lane, setTimeout(fill, Math.min(Math.max(due - deps.now(), 1), longestTimerMs), lane));
  }

  return {
    hint,
    running: (lane: Lane): number => busy(lane).size,
    start(): void {
      open = true;
      hint();
    },
    /** Takes nothing more; resolves when what runs has ended. */
    async stop(): Promise<void> {
      open = false;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.allSettled(laneNames.flatMap((lane) => [...busy(lane).values()]));
    },
  };
}
