import { createHash } from "node:crypto";
import type { Step } from "./script.ts";

export interface FaultCounts {
  /** Whether the step applies this time; a step without `times` always does. `place` identifies the session and the step. */
  isDue(place: readonly unknown[], step: Step): boolean;
}

/** Counts how often a step with `times=N` has run, which the conversation does not show. */
export function faultCounts(): FaultCounts {
  const counts = new Map<string, number>();
  return {
    isDue(place, step) {
      const times = step.args["times"];
      if (times === undefined) return true;
      const key = createHash("sha256").update(JSON.stringify(place)).digest("hex");
      const count = counts.get(key) ?? 0;
      if (count < Number(times)) {
        counts.set(key, count + 1);
        return true;
      }
      counts.delete(key);
      return false;
    },
  };
}
