import { createContext, useContext } from "react";
import type { Place, Section } from "./move-rules.ts";

export interface Area {
  sections: readonly Section[];
  nameOf(id: number): string;
  /** What goes along with one that is taken up, itself among them, from top to bottom. */
  takenWith(id: number): readonly number[];
  /** Shows and sends the new order; runs only where something moves. */
  onMove(ids: readonly number[], to: Place): void;
}

export interface HeldArea {
  /** The latest, so that a grip is drawn anew only for what is its own. */
  latest(): Area;
  say(words: string): void;
}

export const AreaContext = createContext<HeldArea | null>(null);

export function useArea(): HeldArea {
  const area = useContext(AreaContext);
  if (!area) throw new Error("A grip stands in a ReorderArea");
  return area;
}

/** One by its name, several by their number. */
export const namesIn = ({ nameOf }: Pick<Area, "nameOf">, id: number, ids: readonly number[]): string =>
  ids.length > 1 ? `${ids.length} of them` : `“${nameOf(id)}”`;
