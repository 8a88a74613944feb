import type { Clock } from "../../../lib/clock.ts";
import type { ProcessSurvey } from "../../../lib/processes/index.ts";

/** A survey reads every process of the machine, so callers at the same time share one. */
const maxAgeMs = 1_000;

export function processWatch(deps: { clock: Clock; survey(): Promise<ProcessSurvey> }) {
  let last: { at: number; survey: Promise<ProcessSurvey> } | null = null;

  function fresh(): Promise<ProcessSurvey> {
    last = { at: deps.clock.now(), survey: deps.survey() };
    return last.survey;
  }

  return {
    fresh,
    /** Null if the processes cannot be listed. */
    async recent(): Promise<(ProcessSurvey & { at: number }) | null> {
      const age = last === null ? Number.POSITIVE_INFINITY : deps.clock.now() - last.at;
      const survey = last !== null && age >= 0 && age < maxAgeMs ? last.survey : fresh();
      const at = last?.at ?? deps.clock.now();
      try {
        return { ...(await survey), at };
      } catch {
        last = null;
        return null;
      }
    },
  };
}
