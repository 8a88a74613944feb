import type { Segment } from "../../../server/domains/outcomes/analyses/model.ts";

/** A segment as a rectangle. Left and width are parts of the whole drawing. */
export interface Block {
  segment: Segment;
  /** 0 for the segment that fills the width. */
  level: number;
  left: number;
  width: number;
}

interface Layout {
  blocks: readonly Block[];
  levels: number;
  /** How many segments would be too narrow to be seen. */
  hidden: number;
}

/** What a block's width tells: the time it took, if that is known of every segment, else how much it is made of. */
type WidthMeaning = "time" | "segments";

/** Narrower blocks are left out, with all that is below them. */
const leastWidth = 0.002;

/** All segments of a tree, in the order in which they happened. */
export const allSegments = (root: Segment): Segment[] => [root, ...root.children.flatMap(allSegments)];

export const findSegment = (root: Segment, id: string): Segment | undefined =>
  allSegments(root).find((segment) => segment.id === id);

/** `S0.1` for `S0.1.2`; undefined for the root. */
const parentId = (id: string): string | undefined =>
  id.includes(".") ? id.slice(0, id.lastIndexOf(".")) : undefined;

export const widthMeaning = (root: Segment): WidthMeaning =>
  allSegments(root).every(({ meta }) => (meta.wall_clock_s ?? 0) > 0) ? "time" : "segments";

/** How wide each segment is, counted from the bottom, so that the children of one always fit. */
function weights(root: Segment, meaning: WidthMeaning): ReadonlyMap<Segment, number> {
  const found = new Map<Segment, number>();
  const weigh = (segment: Segment): number => {
    const parts = segment.children.reduce((sum, child) => sum + weigh(child), 0);
    const own = meaning === "time" ? (segment.meta.wall_clock_s ?? 0) : 1;
    const weight = Math.max(own, parts);
    found.set(segment, weight);
    return weight;
  };
  weigh(root);
  return found;
}

/** Places a segment over the whole width, and what it is made of below it. */
export function layoutOf(root: Segment, meaning: WidthMeaning): Layout {
  const weightOf = weights(root, meaning);
  const blocks: Block[] = [];
  let hidden = 0;
  let levels = 0;
  const place = (block: Block): void => {
    const { segment, level, left, width } = block;
    if (width < leastWidth) {
      hidden += allSegments(segment).length;
      return;
    }
    blocks.push(block);
    levels = Math.max(levels, level + 1);
    const whole = weightOf.get(segment) ?? 1;
    let at = left;
    for (const child of segment.children) {
      const share = ((weightOf.get(child) ?? 0) / whole) * width;
      place({ segment: child, level: level + 1, left: at, width: share });
      at += share;
    }
  };
  place({ segment: root, level: 0, left: 0, width: 1 });
  return { blocks, levels, hidden };
}

/** Where an arrow key leads from a segment; undefined if nowhere. */
export function neighborOf(root: Segment, id: string, key: string): string | undefined {
  if (key === "ArrowUp") return id === root.id ? undefined : parentId(id);
  if (key === "ArrowDown") return findSegment(root, id)?.children[0]?.id;
  const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  const parent = parentId(id);
  if (step === 0 || parent === undefined || id === root.id) return undefined;
  const siblings = findSegment(root, parent)?.children ?? [];
  return siblings[siblings.findIndex((sibling) => sibling.id === id) + step]?.id;
}
