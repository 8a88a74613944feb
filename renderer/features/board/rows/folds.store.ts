import { create } from "zustand";

/** The expanded folds of each view, until the page is closed. */
const useFolds = create<{ views: ReadonlyMap<string, ReadonlySet<string>> }>()(() => ({
  views: new Map(),
}));

const none: ReadonlySet<string> = new Set();

export const useExpandedFolds = (view: string): ReadonlySet<string> =>
  useFolds((state) => state.views.get(view) ?? none);

export const setFoldExpanded = (view: string, key: string, isExpanded: boolean): void =>
  useFolds.setState(({ views }) => {
    const next = new Set(views.get(view));
    if (isExpanded) next.add(key);
    else next.delete(key);
    return { views: new Map(views).set(view, next) };
  });
