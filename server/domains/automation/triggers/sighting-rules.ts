/** What is known of something that a poller or a webhook saw. */
export interface Sighting {
  happenedAt: number;
  state: "pending" | "handled" | "gone";
}

/** Times of one event differ by this much between a host's webhook and its API. */
export const sameTimeMs = 2_000;

/**
 * What to do with an event: `start` a session, keep that it is there but start none (`keep`), or nothing. What is there already
 * does not happen again; what was gone does, unless the report is older than that.
 */
export function decideSighting(
  known: Sighting | undefined,
  seen: { happenedAt: number; isNew: boolean },
): "start" | "keep" | "nothing" {
  if (known && known.state !== "gone") return "nothing";
  const isLater = !known || seen.happenedAt > known.happenedAt + sameTimeMs;
  return seen.isNew && isLater ? "start" : "keep";
}

/** Whether what was there is over: a report from before it began says nothing. */
export const isOver = (known: Sighting | undefined, at: number): boolean =>
  known !== undefined && known.state !== "gone" && at >= known.happenedAt;

export const isWithin = (anchorAt: number, at: number, windowMs: number): boolean =>
  Math.abs(at - anchorAt) <= windowMs;
