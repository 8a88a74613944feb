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
import { text } from "./text.ts";

/** A search of the board with a name. */
export interface SavedView {
  id: string;
  name: string;
  search: BoardSearch;
}

export const viewLimit = 20;
export const nameLimit = 40;

/** The views that every board has. */
export const builtInViews: readonly SavedView[] = [
  { id: "needs-me", name: text.builtIn.needsYou, search: needsMe },
  { id: "all", name: text.builtIn.all, search: {} },
];

/** How many of the open sessions a view shows. */
export function countOf(search: BoardSearch, open: readonly Session[], now: number): number {
  const filter = filterOf(search);
  const matching = open.filter((session) => belongsTo(filter, session));
  return visibleSessions(matching, search, now).sessions.length;
}

/** The view that the address shows; the typed search does not count. */
export const viewForSearch = (views: readonly SavedView[], search: BoardSearch): SavedView | undefined =>
  views.find((view) => isSameSearch(view.search, storedPart(search)));

/** Null if the name is blank or there are too many views. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] | null {
  const name = view.name.trim().slice(0, nameLimit);
  if (name === "" || views.length >= viewLimit) return null;
  return [...views, { ...view, name, search: storedPart(view.search) }];
}

export function withRenamedView(views: readonly SavedView[], id: string, to: string): readonly SavedView[] {
  const name = to.trim().slice(0, nameLimit);
  return name === "" ? views : views.map((view) => (view.id === id ? { ...view, name } : view));
}

/** Reads stored views; parts that are no longer valid are dropped. */
export const readViews = (stored: readonly { id: string; name: string; search: Record<string, unknown> }[]) =>
  stored.map(({ search, ...view }): SavedView => ({ ...view, search: readBoardSearch(search) }));
