import { toastError, toastSuccess, toastWarning } from "../../../ui/toasts.ts";
import type { BoardSearch } from "../filters/board-search.ts";
import { storeViews, useSavedViews } from "./saved-views.store.ts";
import { type SavedView, viewLimit, withRenamedView, withView } from "./saved-views.ts";

const held = (): readonly SavedView[] => useSavedViews.getState().views;

function keep(views: readonly SavedView[]): void {
  if (storeViews(views)) return;
  toastWarning("This browser does not store views", {
    description: "Your views are lost when you close this page.",
  });
}

/** Names the way the board is looked at now. */
export function saveView(name: string, search: BoardSearch): void {
  const views = withView(held(), { id: crypto.randomUUID(), name, search });
  if (views) keep(views);
  else toastError("The view was not saved", `You can save up to ${viewLimit} views. Delete one first.`);
}

export const renameView = (id: string, name: string): void => keep(withRenamedView(held(), id, name));

/** Removes it, with a way back to the same place. */
export function deleteView(view: SavedView): void {
  const at = held().findIndex(({ id }) => id === view.id);
  keep(held().filter(({ id }) => id !== view.id));
  toastSuccess(`Deleted view “${view.name}”`, { undo: () => keep(held().toSpliced(at, 0, view)) });
}
