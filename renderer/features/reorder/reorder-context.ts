import { createContext, useContext } from "react";
import type { Place, Section } from "./move-rules.ts";
import { text } from "./text.ts";

export interface ReorderOptions {
  sections: readonly Section[];
  nameOf(id: number): string;
  /** The rows that move together with a row, including itself, from top to bottom. */
  movesWith(id: number): readonly number[];
  /** Shows and sends the new order; runs only if something moved. */
  onMove(ids: readonly number[], to: Place): void;
}

export interface ReorderContextValue {
  /** The latest options, so that a handle only renders again for its own changes. */
  options(): ReorderOptions;
  announce(message: string): void;
}

export const ReorderContext = createContext<ReorderContextValue | null>(null);

export function useReorderContext(): ReorderContextValue {
  const area = useContext(ReorderContext);
  if (!area) throw new Error("A drag handle must be inside a ReorderProvider");
  return area;
}

/** One row by its name, several by their number. */
export const describeItems = (
  { nameOf }: Pick<ReorderOptions, "nameOf">,
  id: number,
  ids: readonly number[],
): string => (ids.length > 1 ? text.items(ids.length) : text.item(nameOf(id)));
