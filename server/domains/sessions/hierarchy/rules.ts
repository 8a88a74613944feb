/** How a bounded search for one session among the seniors of another came out. */
export type Search = "found" | "absent" | "gave_up";

export type Claim = "nothing_new" | "link" | "refuse";

/**
 * A session that spoke to another becomes its additional senior, unless it is above it already or
 * the line would close a circle; a search that gave up cannot rule that out.
 */
export function decideClaim(searches: { actingAboveTarget: Search; targetAboveActing: Search }): Claim {
  if (searches.actingAboveTarget === "found") return "nothing_new";
  return Object.values(searches).every((search) => search === "absent") ? "link" : "refuse";
}

/** Where a session is drawn. */
export interface Place {
  id: number;
  /** The one it is drawn under; null for a root. */
  senior: number | null;
  /** It hangs on the line of its parent; true for a root. */
  spawn: boolean;
  depth: number;
}

/** Each place before what hangs on it; siblings and roots keep the order they come in. */
export function depthFirst(places: Iterable<Place>): Place[] {
  const hanging = new Map<number | null, Place[]>();
  for (const place of places) hanging.set(place.senior, [...(hanging.get(place.senior) ?? []), place]);
  const below = (id: number | null): Place[] =>
    (hanging.get(id) ?? []).flatMap((place) => [place, ...below(place.id)]);
  return below(null);
}

export const levelLimit = 8;
export const nodeLimit = 150;

export type Cut = "levels" | "nodes";

export const cutSentences: Readonly<Record<Cut, string>> = {
  levels: `The tree is more than ${levelLimit} levels deep; what lies further is left out`,
  nodes: `The tree has more than ${nodeLimit} sessions; the rest is left out`,
};
