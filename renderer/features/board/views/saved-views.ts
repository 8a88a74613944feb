import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { belongsTo } from "../../sessions/session-filter.ts";
import {
  type BoardSearch,
  filterOf,
  isSameSearch,
  needsMe,
  readBoardSearch,
  storedPart,
} from "../filters/board-search.ts";
import { visibleSessions } from "../view-model.ts";

/** A way to look at the board that has a name. */
export interface SavedView {
  id: string;
  name: string;
  search: BoardSearch;
}

export const viewLimit = 20;
export const nameLimit = 40;

/** The views that are there from the start. */
export const builtInViews: readonly SavedView[] = [
  { id: "needs-me", name: "Needs you", search: needsMe },
  { id: "all", name: "All sessions", search: {} },
];

/** How many of the open sessions a view shows. */
export function countOf(search: BoardSearch, open: readonly Session[], now: number): number {
  const filter = filterOf(search);
  const fitting = open.filter((session) => belongsTo(filter, session));
  return visibleSessions(fitting, search, now).sessions.length;
}

/** The view that the address shows, whatever is searched in it. */
export const viewForSearch = (views: readonly SavedView[], search: BoardSearch): SavedView | undefined =>
  views.find((view) => isSameSearch(view.search, storedPart(search)));

/** Null where the name says nothing or there are too many. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] | null {
  const name = view.name.trim().slice(0, nameLimit);
  if (name === "" || views.length >= viewLimit) return null;
  return [...views, { ...view, name, search: storedPart(view.search) }];
}

export function withRenamedView(views: readonly SavedView[], id: string, to: string): readonly SavedView[] {
  const name = to.trim().slice(0, nameLimit);
  return name === "" ? views : views.map((view) => (view.id === id ? { ...view, name } : view));
}

/** What was kept of the views by an older board is read as far as it still means something. */
export const readViews = (stored: readonly { id: string; name: string; search: Record<string, unknown> }[]) =>
  stored.map(({ search, ...view }): SavedView => ({ ...view, search: readBoardSearch(search) }));
