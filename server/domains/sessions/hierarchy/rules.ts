/** The result of a bounded search for one session among the seniors of another. */
export type Search = "found" | "absent" | "gave_up";

export type Claim = "nothing_new" | "link" | "refuse";

/**
 * A session that messages another becomes its additional senior, unless it is already above it or the link would create a
 * cycle; a search that gave up cannot rule that out.
 */
export function decideClaim(searches: { actingAboveTarget: Search; targetAboveActing: Search }): Claim {
  if (searches.actingAboveTarget === "found") return "nothing_new";
  return Object.values(searches).every((search) => search === "absent") ? "link" : "refuse";
}

/** The position of a session in the drawn tree. */
export interface Place {
  id: number;
  /** The session it is drawn under; null for a root. */
  senior: number | null;
  /** The edge above is the one to its parent; true for a root. */
  spawn: boolean;
  depth: number;
}

/** Sorts each place before those below it; siblings and roots keep their order. */
export function depthFirst(places: Iterable<Place>): Place[] {
  const children = new Map<number | null, Place[]>();
  for (const place of places) children.set(place.senior, [...(children.get(place.senior) ?? []), place]);
  const below = (id: number | null): Place[] =>
    (children.get(id) ?? []).flatMap((place) => [place, ...below(place.id)]);
  return below(null);
}

export const levelLimit = 8;
export const nodeLimit = 150;

/** Which limit a tree reached. */
export type Cut = "levels" | "nodes";
