import { useState } from "react";
import { firstItemIndex, type TimelineItem } from "../view-model.ts";

/** The item that anchors the numbering; when it is gone, the list is rendered again under another key. */
export function useNumbering(items: readonly TimelineItem[]) {
  const [numbering, setNumbering] = useState<{ anchor: string | null; generation: number }>({
    anchor: null,
    generation: 0,
  });
  const lastKey = items.at(-1)?.key ?? null;
  const first = firstItemIndex(items, numbering.anchor);
  if (numbering.anchor === null && lastKey !== null) setNumbering({ ...numbering, anchor: lastKey });
  else if (first === null) setNumbering({ anchor: lastKey, generation: numbering.generation + 1 });
  const anchored = numbering.anchor === null ? firstItemIndex(items, lastKey) : first;
  return { first: anchored ?? 0, generation: numbering.generation };
}
