import { create } from "zustand";

export type Overlay = "palette" | "router" | "shortcuts";

interface ShellView {
  /** What is open over the page, if anything. */
  overlay: Overlay | null;
  /** The text for the palette or the router, typed possibly before its code is loaded. */
  query: string;
}

export const useShell = create<ShellView>()(() => ({ overlay: null, query: "" }));

export const showOverlay = (overlay: Overlay): void => useShell.setState({ overlay, query: "" });
export const setQuery = (query: string): void => useShell.setState({ query });
export const hideOverlay = (): void => useShell.setState({ overlay: null });
