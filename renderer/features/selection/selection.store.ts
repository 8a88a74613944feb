import { create } from "zustand";

export interface Selection {
  ids: ReadonlySet<number>;
  /** Where a range begins. */
  anchor: number | null;
  /** Where the range ends that was extended last; the next one from the same beginning takes its place. */
  reach: number | null;
  /** The row that has, or had last, the focus; what a key or the palette acts on where nothing is selected. */
  current: number | null;
}

const nothingSelected: Selection = { ids: new Set(), anchor: null, reach: null, current: null };

export function toggle(selection: Selection, id: number): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ...selection, ids, anchor: id, reach: null };
}

/** The ids from one to another, in the order of the screen; none where one of them is not on it. */
function range(order: readonly number[], from: number | null, to: number | null): readonly number[] {
  if (from === null || to === null) return [];
  const [start, end] = [order.indexOf(from), order.indexOf(to)];
  return start < 0 || end < 0 ? [] : order.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Everything from the anchor to `id`, in the place of the range before; without an anchor only `id`. */
export function extendTo(selection: Selection, id: number, order: readonly number[]): Selection {
  if (!order.includes(id)) return selection;
  const { anchor, reach } = selection;
  const from = anchor !== null && order.includes(anchor) ? anchor : id;
  const before = new Set(range(order, anchor, reach));
  const kept = [...selection.ids].filter((one) => !before.has(one));
  return { ...selection, ids: new Set([...kept, ...range(order, from, id)]), anchor: from, reach: id };
}

/** With a row as the beginning of ranges, where there is none. */
export const anchoredAt = (selection: Selection, id: number): Selection =>
  selection.ids.size > 0 && selection.anchor !== null ? selection : { ...selection, anchor: id, reach: null };

export const selectAll = (selection: Selection, order: readonly number[]): Selection => ({
  ...selection,
  ids: new Set(order),
  reach: null,
});

/** The same selection when there is nothing to clear. */
export const clear = (selection: Selection): Selection =>
  selection.ids.size === 0
    ? selection
    : { ...selection, ids: nothingSelected.ids, anchor: null, reach: null };

/** Without what is no longer on the screen: nothing unseen may be acted on. */
export function keepOnly(selection: Selection, order: readonly number[]): Selection {
  const shown = new Set(order);
  const ids = [...selection.ids].filter((id) => shown.has(id));
  return ids.length === selection.ids.size ? selection : { ...selection, ids: new Set(ids) };
}

export const useSelection = create<Selection>()(() => nothingSelected);

export const changeSelection = (change: (selection: Selection) => Selection): void =>
  useSelection.setState(change);
