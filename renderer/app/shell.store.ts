import { create } from "zustand";

export type Overlay = "palette" | "shortcuts";

/** What lies over the page; one thing at a time. */
export const useShell = create<{ overlay: Overlay | null }>()(() => ({ overlay: null }));

export const showOverlay = (overlay: Overlay): void => useShell.setState({ overlay });
export const hideOverlay = (): void => useShell.setState({ overlay: null });
