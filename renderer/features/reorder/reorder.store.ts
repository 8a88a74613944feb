import { create } from "zustand";
import type { Edge, PickedUp } from "./move-rules.ts";

interface Reorder {
  /** Picked up with the keyboard; the list shows the rows where they would be dropped. */
  pickedUp: PickedUp | null;
  /** The row at which the pointer would drop what it drags. */
  dropTarget: { id: number; edge: Edge } | null;
}

/** Only one list is reordered at a time. */
export const useReorderState = create<Reorder>()(() => ({ pickedUp: null, dropTarget: null }));
