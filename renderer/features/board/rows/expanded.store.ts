import { create } from "zustand";

/** Parents whose children are shown, until the page is closed. */
export const useExpanded = create<{ expanded: ReadonlySet<number> }>()(() => ({ expanded: new Set() }));

export const toggleExpanded = (id: number): void =>
  useExpanded.setState(({ expanded }) => {
    const next = new Set(expanded);
    if (!next.delete(id)) next.add(id);
    return { expanded: next };
  });
