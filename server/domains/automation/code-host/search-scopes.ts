import { firesSince, listOf, targetOf, type WatchedCondition } from "../triggers/index.ts";
import type { ItemTarget } from "./items.ts";

/** Repositories that one search reads. */
export interface SearchScope {
  target: ItemTarget;
  /** As they are written in the conditions. */
  repositories: string[];
  /** By our clock: what happened before does not concern any condition. */
  since: Map<string, number>;
  conditionIds: number[];
}

/** What is to be searched for these conditions, in the fewest requests. Repositories in `hidden` are left out. */
export function searchScopes(
  conditions: readonly WatchedCondition[],
  atOnce: number,
  hidden: ReadonlySet<string>,
): SearchScope[] {
  const targets: readonly ItemTarget[] = ["issue", "pull_request"];
  return targets.flatMap((target) => {
    const places = new Map<string, { name: string; since: number; ids: number[] }>();
    for (const { id, kind, configuration, since } of conditions) {
      if (targetOf(kind, configuration) !== target) continue;
      for (const name of listOf(configuration, "repos")) {
        const key = name.toLowerCase();
        if (hidden.has(key)) continue;
        const at = firesSince(since, name) ?? 0;
        const place = places.get(key);
        places.set(key, {
          name: place?.name ?? name,
          since: Math.min(place?.since ?? at, at),
          ids: [...(place?.ids ?? []), id],
        });
      }
    }
    const sorted = [...places].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, place]) => place);
    const chunks = Array.from({ length: Math.ceil(sorted.length / atOnce) }, (_, n) =>
      sorted.slice(n * atOnce, (n + 1) * atOnce),
    );
    return chunks.map((chunk) => ({
      target,
      repositories: chunk.map(({ name }) => name),
      since: new Map(chunk.map(({ name, since }) => [name.toLowerCase(), since])),
      conditionIds: [...new Set(chunk.flatMap(({ ids }) => ids))],
    }));
  });
}

const passMs = 60_000;
/** How many requests a minute polling sends at most, over a longer time. */
const requestsPerMinute = 8;

/** How long after a pass began the next one does, so that many repositories do not use up the host's limit. */
export const passIntervalMs = (requests: number): number =>
  Math.max(passMs, Math.ceil((requests / requestsPerMinute) * 60_000));
