import { useEffect } from "react";
import { create } from "zustand";

/** The title of the page that is open; null while it is not known yet. */
export const usePageTitle = create<{ title: string | null }>()(() => ({ title: null }));

/** What the window's title says: how many ask for a person, the page, the product. */
export const windowTitle = (title: string | null, asking: number): string =>
  `${asking > 0 ? `(${asking}) ` : ""}${title === null ? "" : `${title} · `}Signalbox`;

/** Names the page for as long as the component is on the screen. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    usePageTitle.setState({ title });
    return () => usePageTitle.setState((state) => (state.title === title ? { title: null } : state));
  }, [title]);
}
