import { create } from "zustand";

export interface Selection {
  ids: ReadonlySet<number>;
  /** The start of a range. */
  anchor: number | null;
  /** The end of the last extended range, which the next range from the same anchor replaces. */
  reach: number | null;
  /** The last focused row, the target of keys and the palette while nothing is selected. */
  current: number | null;
}

const nothingSelected: Selection = { ids: new Set(), anchor: null, reach: null, current: null };

export function toggle(selection: Selection, id: number): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ...selection, ids, anchor: id, reach: null };
}

/** The IDs between two rows in display order; empty if either row is not shown. */
function range(order: readonly number[], from: number | null, to: number | null): readonly number[] {
  if (from === null || to === null) return [];
  const [start, end] = [order.indexOf(from), order.indexOf(to)];
  return start < 0 || end < 0 ? [] : order.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Selects everything from the anchor to `id` instead of the previous range; without an anchor, only `id`. */
export function extendTo(selection: Selection, id: number, order: readonly number[]): Selection {
  if (!order.includes(id)) return selection;
  const { anchor, reach } = selection;
  const from = anchor !== null && order.includes(anchor) ? anchor : id;
  const before = new Set(range(order, anchor, reach));
  const kept = [...selection.ids].filter((selected) => !before.has(selected));
  return { ...selection, ids: new Set([...kept, ...range(order, from, id)]), anchor: from, reach: id };
}

/** Makes a row the anchor of ranges if there is none. */
export const anchoredAt = (selection: Selection, id: number): Selection =>
  selection.ids.size > 0 && selection.anchor !== null ? selection : { ...selection, anchor: id, reach: null };

export const selectAll = (selection: Selection, order: readonly number[]): Selection => ({
  ...selection,
  ids: new Set(order),
  reach: null,
});

/** Returns the same object if there is nothing to clear. */
export const clear = (selection: Selection): Selection =>
  selection.ids.size === 0
    ? selection
    : { ...selection, ids: nothingSelected.ids, anchor: null, reach: null };

/** Drops rows that are no longer shown, because actions must not affect unseen sessions. */
export function keepOnly(selection: Selection, order: readonly number[]): Selection {
  const shown = new Set(order);
  const ids = [...selection.ids].filter((id) => shown.has(id));
  return ids.length === selection.ids.size ? selection : { ...selection, ids: new Set(ids) };
}

export const useSelection = create<Selection>()(() => nothingSelected);

export const changeSelection = (change: (selection: Selection) => Selection): void =>
  useSelection.setState(change);
