import { create } from "zustand";

/** Parents whose children are in sight, until the page is closed. */
export const useFolds = create<{ unfolded: ReadonlySet<number> }>()(() => ({ unfolded: new Set() }));

export const toggleFold = (id: number): void =>
  useFolds.setState(({ unfolded }) => {
    const next = new Set(unfolded);
    if (!next.delete(id)) next.add(id);
    return { unfolded: next };
  });
