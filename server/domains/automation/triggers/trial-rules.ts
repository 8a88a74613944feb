import { isWithin } from "./sighting-rules.ts";

/** Something that a condition is compared with, to see what it would have done. */
export interface TriedEvent {
  /** Epoch milliseconds. */
  at: number;
  summary: string;
  /** Why it would start nothing; null if it would. */
  reason: string | null;
  /** Fill in the template. */
  variables: Readonly<Record<string, unknown>>;
  /** Events of one group within the window share a session. */
  group?: string | undefined;
}

/** What a watcher found. */
export interface Trial {
  events: TriedEvent[];
  /** Why not all could be compared; null if it could. */
  note: string | null;
}

export type TriedOutcome = "fires" | "coalesced" | "filtered";

/** What each of the events would have done, the oldest first. */
export function tried(
  events: readonly TriedEvent[],
  windowMs: number,
): (TriedEvent & { outcome: TriedOutcome })[] {
  const anchors = new Map<string, number>();
  return events
    .toSorted((one, other) => one.at - other.at)
    .map((event) => {
      if (event.reason !== null) return { ...event, outcome: "filtered" };
      const { group, at } = event;
      if (group === undefined) return { ...event, outcome: "fires" };
      const anchor = anchors.get(group);
      if (anchor !== undefined && windowMs > 0 && isWithin(anchor, at, windowMs))
        return { ...event, outcome: "coalesced" };
      anchors.set(group, at);
      return { ...event, outcome: "fires" };
    });
}
