import { useEffect } from "react";
import { create } from "zustand";

/** The title of the open page; null until it is known. */
export const usePageTitle = create<{ title: string | null }>()(() => ({ title: null }));

/** The window's title: the number of sessions that need a person, the page, the product. */
export const windowTitle = (title: string | null, needsInput: number): string =>
  `${needsInput > 0 ? `(${needsInput}) ` : ""}${title === null ? "" : `${title} · `}Signalbox`;

/** Sets the page's title while the component is mounted. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    usePageTitle.setState({ title });
    return () => usePageTitle.setState((state) => (state.title === title ? { title: null } : state));
  }, [title]);
}
