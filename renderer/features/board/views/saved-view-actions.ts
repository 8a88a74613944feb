import { toastError, toastSuccess, toastWarning } from "../../../ui/toasts.ts";
import type { BoardSearch } from "../filters/board-search.ts";
import { storeViews, useSavedViews } from "./saved-views.store.ts";
import { type SavedView, viewLimit, withRenamedView, withView } from "./saved-views.ts";
import { text } from "./text.ts";

const savedViews = (): readonly SavedView[] => useSavedViews.getState().views;

function store(views: readonly SavedView[]): void {
  if (storeViews(views)) return;
  toastWarning(text.saved.notStored, {
    description: text.saved.notStoredHint,
  });
}

/** Saves the current search under a name. */
export function saveView(name: string, search: BoardSearch): void {
  const views = withView(savedViews(), { id: crypto.randomUUID(), name, search });
  if (views) store(views);
  else toastError(text.saved.notSaved, text.saved.limit(viewLimit));
}

export const renameView = (id: string, name: string): void => store(withRenamedView(savedViews(), id, name));

/** Deletes a view; undo restores it at its place. */
export function deleteView(view: SavedView): void {
  const at = savedViews().findIndex(({ id }) => id === view.id);
  store(savedViews().filter(({ id }) => id !== view.id));
  toastSuccess(text.saved.deleted(view.name), { undo: () => store(savedViews().toSpliced(at, 0, view)) });
}
