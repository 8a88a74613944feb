import { create } from "zustand";
import { readStored, storageKeys, writeStored } from "../../lib/storage-keys.ts";

export interface BoardView {
  /** Null shows every runtime. */
  runtime: string | null;
  showArchived: boolean;
  search: string;
}

export const setRuntime = (view: BoardView, runtime: string | null): BoardView =>
  view.runtime === runtime ? view : { ...view, runtime };

export const toggleArchived = (view: BoardView): BoardView => ({ ...view, showArchived: !view.showArchived });

export const setSearch = (view: BoardView, search: string): BoardView =>
  view.search === search ? view : { ...view, search };

export const isFiltered = ({ runtime, search }: BoardView): boolean =>
  runtime !== null || search.trim() !== "";

export const useBoardView = create<BoardView>()(() => ({
  ...readStored(storageKeys.boardFilters),
  search: "",
}));

/** Changes the board's view and keeps its filters for the next time; the search is for now only. */
export function changeBoardView(change: (view: BoardView) => BoardView): void {
  useBoardView.setState(change);
  const { runtime, showArchived } = useBoardView.getState();
  writeStored(storageKeys.boardFilters, { runtime, showArchived });
}
