import { type Clock, monotonicClock } from "../../../lib/clock.ts";
import { confirmationRefusal } from "./errors.ts";
import { pauseAfter } from "./rules.ts";

/** Keeps a browser whose request was denied from asking again at once, so that nobody confirms only to be left in peace. */
export function denialPauses(of: Clock) {
  const clock = monotonicClock(of);
  /** Denials in a row, by asker. */
  const denials = new Map<string, { count: number; until: number }>();
  return {
    /** Throws 429 while the asker has to wait. */
    check(asker: string): void {
      const leftMs = (denials.get(asker)?.until ?? 0) - clock.now();
      if (leftMs > 0) throw confirmationRefusal("paused", { seconds: Math.ceil(leftMs / 1_000) });
    },
    note(asker: string, answer: "confirmed" | "denied"): void {
      if (answer === "confirmed") return void denials.delete(asker);
      const count = (denials.get(asker)?.count ?? 0) + 1;
      denials.set(asker, { count, until: clock.now() + pauseAfter(count) });
    },
  };
}
