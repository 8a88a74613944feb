import type { AgentResources } from "./model.ts";
import { nothingUsed, resourcesBetween, type Sample, type Usage } from "./rules.ts";

export type ResourceService = ReturnType<typeof resourceService>;

/** A look shortly after the last one answers the same: several windows cost no more than one. */
const freshMs = 1_000;
/** A look longer ago than this says nothing of now. */
const staleMs = 30_000;

interface Look {
  sample: Sample;
  answer: AgentResources;
}

/** What agents use, looked at only when somebody asks and only while a turn is under way. */
export function resourceService(deps: {
  find(reference: string): { id: number; underWay: boolean };
  /** Of all that a session's agent started; null where the system does not tell. */
  usage(sessionId: number): Promise<Usage[] | null>;
  /** Monotonic, in ms. */
  elapsed?(): number;
}) {
  const { find, usage, elapsed = () => performance.now() } = deps;
  const looks = new Map<number, Look>();

  return {
    async of(reference: string): Promise<AgentResources> {
      const { id, underWay } = find(reference);
      if (!underWay) {
        looks.delete(id);
        return nothingUsed("idle");
      }
      const last = looks.get(id);
      if (last && elapsed() - last.sample.at < freshMs) return last.answer;
      const usages = await usage(id);
      if (usages === null) return nothingUsed("unknown");
      const sample = { at: elapsed(), usages };
      for (const [other, look] of looks) if (sample.at - look.sample.at > staleMs) looks.delete(other);
      const answer = resourcesBetween(looks.get(id)?.sample, sample);
      looks.set(id, { sample, answer });
      return answer;
    },
  };
}
