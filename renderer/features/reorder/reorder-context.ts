import { createContext, useContext } from "react";
import type { Place, Section } from "./move-rules.ts";

export interface ReorderOptions {
  sections: readonly Section[];
  nameOf(id: number): string;
  /** What goes along with one that is taken up, itself among them, from top to bottom. */
  movesWith(id: number): readonly number[];
  /** Shows and sends the new order; runs only where something moves. */
  onMove(ids: readonly number[], to: Place): void;
}

export interface ReorderContextValue {
  /** The latest, so that a grip is drawn anew only for what is its own. */
  options(): ReorderOptions;
  announce(words: string): void;
}

export const ReorderContext = createContext<ReorderContextValue | null>(null);

export function useReorderContext(): ReorderContextValue {
  const area = useContext(ReorderContext);
  if (!area) throw new Error("A grip stands in a ReorderArea");
  return area;
}

/** One by its name, several by their number. */
export const describeItems = (
  { nameOf }: Pick<ReorderOptions, "nameOf">,
  id: number,
  ids: readonly number[],
): string => (ids.length > 1 ? `${ids.length} of them` : `“${nameOf(id)}”`);
