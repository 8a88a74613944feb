import { createHash } from "node:crypto";
import type { Step } from "./script.ts";

export interface FaultCounts {
  /** `place` names the session and the step in it. True when the step holds this time; a step without `times` always does. */
  isDue(place: readonly unknown[], step: Step): boolean;
}

/** Remembers how often a step with `times=N` was given: the one thing a conversation cannot tell. */
export function faultCounts(): FaultCounts {
  const given = new Map<string, number>();
  return {
    isDue(place, step) {
      const times = step.args["times"];
      if (times === undefined) return true;
      const key = createHash("sha256").update(JSON.stringify(place)).digest("hex");
      const count = given.get(key) ?? 0;
      if (count < Number(times)) {
        given.set(key, count + 1);
        return true;
      }
      given.delete(key);
      return false;
    },
  };
}
