import { create } from "zustand";
import type { Edge, PickedUp } from "./move-rules.ts";

interface Reorder {
  /** Taken up with a key; the list shows it where it would be put down. */
  pickedUp: PickedUp | null;
  /** Beside what a pointer would put down what it drags. */
  dropTarget: { id: number; edge: Edge } | null;
}

/** One list is reordered at a time. */
export const useReorderState = create<Reorder>()(() => ({ pickedUp: null, dropTarget: null }));
