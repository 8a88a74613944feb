import { create } from "zustand";

export interface Selection {
  ids: ReadonlySet<number>;
  /** Where a range begins. */
  anchor: number | null;
  /** The row that has, or had last, the focus; what a key or the palette acts on where nothing is selected. */
  current: number | null;
}

const nothingSelected: Selection = { ids: new Set(), anchor: null, current: null };

export function toggle(selection: Selection, id: number): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ...selection, ids, anchor: id };
}

/** Adds everything from the anchor to `id`, in the order of the screen; without an anchor only `id`. */
export function extendTo(selection: Selection, id: number, order: readonly number[]): Selection {
  const to = order.indexOf(id);
  const from = selection.anchor === null ? to : order.indexOf(selection.anchor);
  if (to < 0) return selection;
  const start = from < 0 ? to : from;
  const range = order.slice(Math.min(start, to), Math.max(start, to) + 1);
  return { ...selection, ids: new Set([...selection.ids, ...range]), anchor: order[start] ?? id };
}

export const selectAll = (selection: Selection, order: readonly number[]): Selection => ({
  ...selection,
  ids: new Set(order),
});

/** The same selection when there is nothing to clear. */
export const clear = (selection: Selection): Selection =>
  selection.ids.size === 0 ? selection : { ...selection, ids: nothingSelected.ids, anchor: null };

/** Without what is no longer on the screen: nothing unseen may be acted on. */
export function keepOnly(selection: Selection, order: readonly number[]): Selection {
  const shown = new Set(order);
  const ids = [...selection.ids].filter((id) => shown.has(id));
  return ids.length === selection.ids.size ? selection : { ...selection, ids: new Set(ids) };
}

export const useSelection = create<Selection>()(() => nothingSelected);

export const changeSelection = (change: (selection: Selection) => Selection): void =>
  useSelection.setState(change);
