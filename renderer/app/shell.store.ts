import { create } from "zustand";

export type Overlay = "palette" | "router" | "shortcuts";

interface ShellView {
  /** What lies over the page; one thing at a time. */
  overlay: Overlay | null;
  /** What is typed for the palette or the router, also while its code is on the way. */
  query: string;
}

export const useShell = create<ShellView>()(() => ({ overlay: null, query: "" }));

export const showOverlay = (overlay: Overlay): void => useShell.setState({ overlay, query: "" });
export const setQuery = (query: string): void => useShell.setState({ query });
export const hideOverlay = (): void => useShell.setState({ overlay: null });
