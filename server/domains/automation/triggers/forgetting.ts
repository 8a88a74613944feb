import type { Clock } from "../../../lib/clock.ts";
import type { OutsideEvents } from "./outside-events.ts";

const hourMs = 3_600_000;

/** Forgets, once an hour, what a watcher saw longer ago than it may still fire. */
export function hourlyForgetting(
  { clock, events }: { clock: Clock; events: Pick<OutsideEvents, "forget"> },
  of: {
    /** How the keys of the watcher's events begin. */
    beginnings: readonly string[];
    keptMs: number;
  },
): () => void {
  let forgotAt = 0;
  return () => {
    const now = clock.now();
    if (Math.abs(now - forgotAt) <= hourMs) return;
    for (const beginning of of.beginnings) events.forget(beginning, now - of.keptMs);
    forgotAt = now;
  };
}
