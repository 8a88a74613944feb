import type { AgentResources } from "./model.ts";
import { nothingUsed, resourcesBetween, type Sample, type Usage } from "./rules.ts";

export type ResourceService = ReturnType<typeof resourceService>;

/** Within this time the last answer is reused, so that several windows cost no more than one. */
const freshMs = 1_000;
/** A sample older than this is not compared with. */
const staleMs = 30_000;

interface Measurement {
  sample: Sample;
  answer: AgentResources;
}

/** What agents use, measured only on request and only during an active turn. */
export function resourceService(deps: {
  find(reference: string): { id: number; underWay: boolean };
  /** Of everything a session's agent started; null if the system does not report it. */
  usage(sessionId: number): Promise<Usage[] | null>;
  /** Monotonic, in ms. */
  elapsed?(): number;
}) {
  const { find, usage, elapsed = () => performance.now() } = deps;
  const measurements = new Map<number, Measurement>();

  return {
    async of(reference: string): Promise<AgentResources> {
      const { id, underWay } = find(reference);
      if (!underWay) {
        measurements.delete(id);
        return nothingUsed("idle");
      }
      const last = measurements.get(id);
      if (last && elapsed() - last.sample.at < freshMs) return last.answer;
      const usages = await usage(id);
      if (usages === null) return nothingUsed("unknown");
      const sample = { at: elapsed(), usages };
      for (const [other, measurement] of measurements)
        if (sample.at - measurement.sample.at > staleMs) measurements.delete(other);
      const answer = resourcesBetween(measurements.get(id)?.sample, sample);
      measurements.set(id, { sample, answer });
      return answer;
    },
  };
}
