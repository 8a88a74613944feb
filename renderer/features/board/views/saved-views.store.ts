import { create } from "zustand";
import { readStored, storageKeys, writeStored } from "../../../lib/storage-keys.ts";
import { readViews, type SavedView } from "./saved-views.ts";

interface SavedViews {
  views: readonly SavedView[];
}

export const useSavedViews = create<SavedViews>()(() => ({
  views: readViews(readStored(storageKeys.savedViews)),
}));

/** False if the browser cannot store them; they last until the page is closed. */
export function storeViews(views: readonly SavedView[]): boolean {
  useSavedViews.setState({ views });
  const stored = views.map((view) => ({ ...view, search: view.search as Record<string, string | boolean> }));
  return writeStored(storageKeys.savedViews, stored);
}
