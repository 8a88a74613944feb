import { create } from "zustand";

export type Overlay = "palette" | "router" | "shortcuts";

interface ShellView {
  /** What lies over the page; one thing at a time. */
  overlay: Overlay | null;
  /** What is typed for the palette or the router, also while its code is on the way. */
  sought: string;
}

export const useShell = create<ShellView>()(() => ({ overlay: null, sought: "" }));

export const showOverlay = (overlay: Overlay): void => useShell.setState({ overlay, sought: "" });
export const seek = (sought: string): void => useShell.setState({ sought });
export const hideOverlay = (): void => useShell.setState({ overlay: null });
