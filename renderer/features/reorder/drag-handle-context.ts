import { createContext, type ReactNode, useContext } from "react";

/** Draws what a row is taken by; null until its code was fetched, and where order means nothing. */
export const DragHandleContext = createContext<((id: number) => ReactNode) | null>(null);

export const useDragHandle = () => useContext(DragHandleContext);
