import type { Clock } from "../../../lib/clock.ts";

/** Measures again only after `maxAgeMs`; callers within that time share one answer. A failed measurement is not kept. */
export function recentAnswer<Answer>(
  { clock, maxAgeMs }: { clock: Pick<Clock, "now">; maxAgeMs: number },
  measure: (now: number) => Promise<Answer>,
): () => Promise<Answer> {
  let last: { at: number; answer: Promise<Answer> } | null = null;
  return () => {
    const now = clock.now();
    if (last !== null && now - last.at < maxAgeMs) return last.answer;
    const entry = { at: now, answer: measure(now) };
    last = entry;
    entry.answer.catch(() => {
      if (last === entry) last = null;
    });
    return entry.answer;
  };
}
