import { createContext, type ReactNode, useContext } from "react";

/** Renders the drag handle of a row; null until its code is loaded, or if the list has no order. */
export const DragHandleContext = createContext<((id: number) => ReactNode) | null>(null);

export const useDragHandle = () => useContext(DragHandleContext);
