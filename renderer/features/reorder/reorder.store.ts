import { create } from "zustand";
import type { Edge, Lift } from "./move-rules.ts";

interface Reorder {
  /** Taken up with a key; the list shows it where it would be put down. */
  lift: Lift | null;
  /** Beside what a pointer would put down what it drags. */
  mark: { id: number; edge: Edge } | null;
}

/** One list is reordered at a time. */
export const useReorder = create<Reorder>()(() => ({ lift: null, mark: null }));
