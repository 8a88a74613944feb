import { type Cut, levelLimit, nodeLimit, type Place } from "./rules.ts";
import type { HierarchyStore } from "./store.ts";

/** Finds the roots above `from`, level by level, visiting each session once. */
export function findTops(store: HierarchyStore, from: number): { tops: number[]; cut: Cut | null } {
  const known = new Set([from]);
  const tops: number[] = [];
  let cut: Cut | null = null;
  let level = [from];
  for (let height = 0; level.length > 0; height++) {
    const edges = store.edgesAbove(level);
    const held = new Set(edges.map(({ junior }) => junior));
    tops.push(...level.filter((id) => !held.has(id)));
    const seniors = [...new Set(edges.map(({ senior }) => senior))].filter((id) => !known.has(id));
    const room = height === levelLimit ? 0 : nodeLimit - known.size;
    if (seniors.length > room) cut ??= height === levelLimit ? "levels" : "nodes";
    level = seniors.slice(0, Math.max(room, 0));
    for (const id of level) known.add(id);
  }
  return { tops, cut };
}

/** Places every session below `roots`, each at its shallowest depth. */
export function placeBelow(
  store: HierarchyStore,
  roots: readonly number[],
): { places: Map<number, Place>; cut: Cut | null } {
  const places = new Map(roots.map((id) => [id, { id, senior: null, spawn: true, depth: 0 } as Place]));
  let cut: Cut | null = null;
  let level = roots;
  for (let depth = 1; level.length > 0; depth++) {
    const room = depth > levelLimit ? 0 : Math.max(nodeLimit - places.size, 0);
    const edges = store.edgesBelow(level, places.size + room + 1).filter(({ junior }) => !places.has(junior));
    if (edges.length > room) cut ??= depth > levelLimit ? "levels" : "nodes";
    const taken = edges.slice(0, room);
    for (const { junior, senior, spawn } of taken) places.set(junior, { id: junior, senior, spawn, depth });
    level = taken.map(({ junior }) => junior);
  }
  return { places, cut };
}
