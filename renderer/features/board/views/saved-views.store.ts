import { create } from "zustand";
import { readStored, storageKeys, writeStored } from "../../../lib/storage-keys.ts";
import { readViews, type SavedView } from "./saved-views.ts";

interface SavedViews {
  views: readonly SavedView[];
}

export const useSavedViews = create<SavedViews>()(() => ({
  views: readViews(readStored(storageKeys.savedViews)),
}));

/** False where the browser keeps nothing; the views hold until the page is closed all the same. */
export function storeViews(views: readonly SavedView[]): boolean {
  useSavedViews.setState({ views });
  const stored = views.map((view) => ({ ...view, search: view.search as Record<string, string | boolean> }));
  return writeStored(storageKeys.savedViews, stored);
}
