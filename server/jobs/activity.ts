import type { Clock } from "../lib/clock.ts";
import type { Lane } from "./lanes.ts";

const minuteMs = 60_000;
const keptMinutes = 60;

export type JobActivity = ReturnType<typeof jobActivity>;

/** What ran since the service started, in memory: the rows of finished jobs are deleted. */
export function jobActivity({ clock }: { clock: Clock }) {
  /** By lane, how many jobs succeeded in each minute since 1970; at most the last hour's. */
  const minutes = new Map<Lane, Map<number, number>>();
  const lastSuccess = new Map<string, number>();

  function countMinute(lane: Lane, minute: number): void {
    const counts = minutes.get(lane) ?? new Map<number, number>();
    minutes.set(lane, counts);
    counts.set(minute, (counts.get(minute) ?? 0) + 1);
    for (const old of counts.keys()) if (old <= minute - keptMinutes) counts.delete(old);
  }

  return {
    succeeded({ kind, lane }: { kind: string; lane: Lane }): void {
      const now = clock.now();
      lastSuccess.set(kind, now);
      countMinute(lane, Math.floor(now / minuteMs));
    },
    /** How many jobs of the lane succeeded in the last hour. */
    completedLastHour(lane: Lane): number {
      const oldest = Math.floor(clock.now() / minuteMs) - keptMinutes;
      return [...(minutes.get(lane) ?? [])].reduce((sum, [at, n]) => (at > oldest ? sum + n : sum), 0);
    },
    /** Epoch ms; null if no job of the kind has succeeded since the start. */
    lastSuccess: (kind: string): number | null => lastSuccess.get(kind) ?? null,
  };
}
